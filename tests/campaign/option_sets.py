"""The searches that are compared with brute force.  {points} is `sync` for programs without data races.

{function} is the function of the program's second thread.
"""

# Brute force; the second for programs that the first does not finish.
ORACLES = ("--search dfs --states none --reduce none --points all",
           "--search dfs --states none --reduce none --points {points}")

# Searches that come to the end of every program: the same outcomes as brute force.
EXHAUSTIVE = (
    "--search dfs --states memory --points all",
    "--search dfs --states memory --points all --reduce sleep",
    "--search dfs --states memory --points all --no-snapshots",
    "--search dfs --states memory --points {points}",
    "--search dfs --states memory --points auto",
    "--search dfs --states memory --points shared --visited exact128 --order random",
    "--search dfs --states memory --points shared",
    "--search bfs --states memory --points shared",
    "--search dfs --states memory --points shared --reduce sleep",
    "--search dfs --states happens-before --points all",
    "--search dfs --states none --reduce sleep --points all",
    "--search dfs --states none --reduce dpor --points all",
    "--search dfs --states none --reduce source --points {points}",
    "--search dfs --states none --reduce optimal --points all",
    "--search dfs --states none --reduce optimal --points {points}",
    "--search dfs --states none --reduce dpor --points {points} --bound preemptions=40",
    "--search dfs --states none --reduce none --points {points} --snapshots always --races report",
    "--search dfs --states none --reduce source --points all --snapshots always --races report",
    "--search best-first --reduce source --points {points}",
    "--search bfs --states memory --points all",
    "--search iterative-deepening --states memory --points {points}",
    "--search dfs --states memory --points {points} --backtrack random --complete",
    "--search auto --points shared --jobs 2",
    "--search auto --points {points} --first-turn 15",
    "--search auto --points auto --races report --first-turn 40",
    "--search dfs --states memory --points all --focus /./",
)

# Searches that sample: nothing that brute force does not meet.
SAMPLED = ("--search random --max-executions 50 --points shared",)

# Restricted searches: nothing that brute force does not meet, and those of a group meet the same.
RESTRICTED = (
    ("--search dfs --states memory --points all --focus {function}",
     "--search dfs --states none --points all --focus {function} --snapshots always"),
    ("--search dfs --states memory --points all --start {function}",
     "--search dfs --states none --reduce source --points all --start {function}"),
    ("--search dfs --states memory --points {points} --window 4",
     "--search bfs --states memory --points {points} --window 4 --no-snapshots"),
)
