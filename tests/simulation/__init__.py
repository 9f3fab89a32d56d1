"""Simulated leagues: are the ratings as sure as they say, and no surer?"""
