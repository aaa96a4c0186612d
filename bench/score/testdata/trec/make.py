"""Makes qrels.txt and run.txt, and expected.txt: what trec_eval says of them.

    pip install pytrec_eval-terrier
    python make.py

pytrec_eval wraps the C code of trec_eval. A query without a line in the run
has no line in expected.txt; over all queries (trec_eval -c) it counts 0.
"""
import random

import pytrec_eval

MEASURES = {"Rprec", "recall.16", "set_recall", "set_P", "ndcg_cut.10", "recip_rank", "P.1"}

rng = random.Random(20261001)
qrels, run = {}, {}
for i in range(60):
    q = f"q{i:02d}"
    bank = [f"m{j:03d}" for j in range(rng.choice([5, 20, 80]))]
    support = rng.sample(bank, min(len(bank), rng.choice([1, 1, 2, 3, 5, 12])))
    qrels[q] = {k: 1 for k in support}
    ranked = rng.sample(bank, min(len(bank), rng.randint(0, 16)))
    if rng.random() < 0.6:  # not a hopeless retriever
        ranked = list(dict.fromkeys(rng.sample(support, rng.randint(1, len(support))) + ranked))[:16]
        rng.shuffle(ranked)
    if ranked:
        run[q] = {k: float(len(ranked) - r) for r, k in enumerate(ranked)}

with open("qrels.txt", "w") as f:
    for q in sorted(qrels):
        for k in sorted(qrels[q]):
            f.write(f"{q} 0 {k} 1\n")
with open("run.txt", "w") as f:
    for q in sorted(run):
        for rank, (k, score) in enumerate(run[q].items(), 1):
            f.write(f"{q} Q0 {k} {rank} {score:g} made\n")
with open("expected.txt", "w") as f:
    for q, values in sorted(pytrec_eval.RelevanceEvaluator(qrels, MEASURES).evaluate(run).items()):
        for measure, value in sorted(values.items()):
            f.write(f"{measure}\t{q}\t{value!r}\n")
