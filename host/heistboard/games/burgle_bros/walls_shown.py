"""Setup: the walls are shown pair by pair, so that people put the wall pieces up. Pure."""

from heistboard.games.burgle_bros.site import Site

__all__ = ["walls_of"]


def walls_of(site: Site) -> tuple[tuple[str, str], ...]:
    """Returns the two cells beside each wall, floor by floor."""
    return tuple(
        (
            site.names[floor * site.area + one],
            site.names[floor * site.area + other],
        )
        for floor, plan in enumerate(site.plans)
        for one, other in sorted(plan.walls)
    )
