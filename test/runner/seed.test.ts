import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import fc from './fast-check.ts'
import { createRandom, getSeed, parseSeed } from './seed.ts'

describe('the seed of random tests', () => {
  it('is SEED if that is set', () => {
    expect(parseSeed('42')).toBe(42)
    expect(parseSeed(undefined)).toBeUndefined()
    expect(() => parseSeed('demo')).toThrow('SEED')
    expect(() => parseSeed('2147483648')).toThrow('SEED')
  })

  it('stays the same within a file, so that a retry repeats the run that failed', () => {
    expect(getSeed()).toBe(getSeed())
    const draw = () => fc.sample(fc.nat(), 20)
    expect(draw()).toEqual(draw())
  })

  it('is part of the message of a failing property', () => {
    const fail = () => fc.assert(fc.property(fc.nat(), () => false))
    expect(fail).toThrow(`seed: ${getSeed()}`)
  })

  it('is given to fast-check in every test', () => {
    const files = globSync('{contract,server,web,seed,simulators,test,bin}/**/*.{ts,tsx}')
    const direct = files.filter((file) =>
      /^import .* from 'fast-check'/m.test(readFileSync(file, 'utf8')),
    )
    expect(direct).toEqual(['test/runner/fast-check.ts'])
  })

  it('determines a random sequence', () => {
    const draw = (seed: number) => Array.from({ length: 20 }, createRandom(seed))
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    for (const value of draw(7)) expect(value).toBeGreaterThanOrEqual(0)
    expect(Math.max(...draw(7))).toBeLessThan(1)
  })
})
