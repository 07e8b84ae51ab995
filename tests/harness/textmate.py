"""Tokenises lines with a TextMate grammar, as editors do: `textmate.py GRAMMAR` reads lines from stdin."""

import json
import re
import sys

grammar = json.load(open(sys.argv[1], encoding="utf-8"))


def emit(text, scope):
    if text.strip():
        print(f"{text.strip()}\t{scope.rsplit('.', 1)[0] if scope else 'none'}")


def captured(rule, key, found):
    """Emits the groups of a match that have scopes of their own; without such groups the match, in the rule's scope."""
    if key not in rule:
        emit(found.group(), rule.get("name"))
        return
    for number, capture in sorted(rule[key].items()):
        if found.group(int(number)):
            emit(found.group(int(number)), capture["name"])


def first(rules, line, at):
    """The rule that matches first; of several at one place the one that stands first."""
    best = None
    for rule in rules:
        found = re.compile(rule.get("match") or rule["begin"]).search(line, at)
        if found and (best is None or found.start() < best[1].start()):
            best = (rule, found)
    return best


def tokens(line, inside):
    """Emits the tokens of a line; `inside` is the rule that an earlier line left open. The rule that this line leaves open."""
    at = 0
    while at < len(line):
        rules = inside["patterns"] if inside else grammar["patterns"]
        scope = inside.get("name") if inside else None
        best = first(rules, line, at)
        end = re.compile(inside["end"]).search(line, at) if inside else None
        if end and (best is None or end.start() <= best[1].start()):
            emit(line[at : end.start()], scope)
            captured(inside, "endCaptures", end)
            at, inside = end.end(), None
            continue
        if best is None:
            emit(line[at:], scope)
            return inside
        rule, found = best
        emit(line[at : found.start()], scope)
        if "begin" in rule:
            captured(rule, "beginCaptures", found)
            inside = rule
        elif "captures" in rule:
            captured(rule, "captures", found)
        else:
            emit(found.group(), rule["name"])
        at = found.end()
    return inside


open_rule = None
for text in sys.stdin:
    print(f"> {text.rstrip()}")
    open_rule = tokens(text.rstrip("\n"), open_rule)
