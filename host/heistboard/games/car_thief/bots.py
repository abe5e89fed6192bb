"""Who can play a seat of Car Thief without a person."""

from heistboard.rules.play import BotMaker, RandomBot

__all__ = ["BOTS"]

BOTS: dict[str, BotMaker] = {"random": RandomBot}
