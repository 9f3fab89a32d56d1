// Chance that begins with a seed, which Math.random cannot.
export class Random {
  constructor(seed) {
    this.low = seed >>> 0;
    this.high = Math.floor(seed / 2 ** 32) >>> 0;
  }

  // A number from 0 to limit - 1 (two mixed counters of 32 bits).
  below(limit) {
    this.low = (this.low + 0x9e3779b9) >>> 0;
    this.high = (this.high + 0x7f4a7c15) >>> 0;
    let z = this.low ^ Math.imul(this.high, 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) % limit;
  }

  pick(things) {
    return things[this.below(things.length)];
  }
}
