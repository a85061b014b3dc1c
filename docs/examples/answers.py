"""Checks, lists, completes and counts with the program queens, through its JSON."""

import json
import subprocess


def queens(*words):
    """Returns the answers to a command; queens help json describes them."""
    run = subprocess.run(["queens", *words, "--json"], capture_output=True, text=True)
    if run.returncode not in (0, 3):  # 3: there is no solution, or it is not one
        raise SystemExit(run.stderr)
    text, answers = run.stdout.strip(), []
    while text:
        answer, end = json.JSONDecoder().raw_decode(text)
        answers.append(answer)
        text = text[end:].lstrip()
    return answers


[verdict] = queens("check", "2,4,1,3,6,5")  # the row of the queen of each column, from 1
a, b = verdict["attacks"][0]["a"], verdict["attacks"][0]["b"]
print("check:", verdict["solution"], "because", (a["row"], a["column"]), "attacks", (b["row"], b["column"]))

[document] = queens("list", "6")
for rows in document["solutions"]:
    print("list:", *rows)

[found] = queens("complete", "8", "b1")  # a queen on the square b1
[verdict] = queens("check", ",".join(map(str, found["rows"])))
print("complete: a solution", verdict["solution"], "with b1", found["rows"][1] == 8)

[found] = queens("complete", "6", "a1")
print("complete:", found["reason"]["text"])

[count] = queens("count", "12")  # counts are strings: they may not fit a float
print("count:", int(count["solutions"]))
