"""A red-black tree as std::map keeps it: two orders of insertion may leave two shapes.

A tree is None or (red, node, key, count, left, right).
"""


def insert(tree, key, node):
    """Counts the key; gives the tree and whether `node` was used for it."""
    path = []
    at = tree
    while at is not None and at[2] != key:
        is_right = key > at[2]
        path.append((at, is_right))
        at = at[5] if is_right else at[4]
    if at is not None:
        return _rebuild(path, at[:3] + (at[3] + 1,) + at[4:]), False
    fresh = (True, node, key, 1, None, None)
    return _blacken(_repair(path, fresh)), True


def _rebuild(path, subtree):
    for parent, is_right in reversed(path):
        subtree = _with_child(parent, is_right, subtree)
    return subtree


def _with_child(parent, is_right, child):
    return parent[:5] + (child,) if is_right else parent[:4] + (child, parent[5])


def _blacken(tree):
    return (False,) + tree[1:]


def _redden(tree):
    return (True,) + tree[1:]


def _repair(path, subtree):
    """`subtree` is red and stands below the path, whose last node may be red too."""
    path = list(path)
    while len(path) >= 2 and path[-1][0][0]:
        parent, is_right = path.pop()
        grand, parent_is_right = path.pop()
        uncle = grand[4] if parent_is_right else grand[5]
        parent = _with_child(parent, is_right, subtree)
        if uncle is not None and uncle[0]:
            grand = _with_child(grand, parent_is_right, _blacken(parent))
            grand = _with_child(grand, not parent_is_right, _blacken(uncle))
            subtree = _redden(grand)
            continue
        if is_right != parent_is_right:
            parent = _rotate(parent, is_right)
        grand = _with_child(_redden(grand), parent_is_right, parent)
        return _rebuild(path, _blacken(_rotate(grand, parent_is_right)))
    return _rebuild(path, subtree)


def _rotate(top, is_right):
    """Lifts the right child above the top, or the left one."""
    if is_right:
        child = top[5]
        return child[:4] + (top[:5] + (child[4],), child[5])
    child = top[4]
    return child[:4] + (child[4], top[:4] + (child[5], top[5]))
