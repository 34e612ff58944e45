import fc from '#test/runner/fast-check.ts'
import { makePaidEpisode } from '#test/fixtures/payments.ts'
import { getSeed } from '#test/runner/seed.ts'
import { openPaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import { expectReconciled } from './compare-state.ts'
import { type Model, newModel } from './model.ts'
import {
  type FaultCase,
  faultCases,
  openSystemUnderTest,
  type SystemUnderTest,
} from './system-under-test.ts'
import { prices, type Command, runCommand } from './commands.ts'

const start = '2028-01-31T03:00:00.000Z'
const stepsOfARun = 60

const mishap: fc.Arbitrary<FaultCase> = fc.constantFrom(...faultCases)
const episode = fc.nat({ max: prices.length - 1 })
const of = <D extends Command['does'], R extends object>(does: D, rest: R) =>
  fc.record({ does: fc.constant(does), ...(rest as object) }) as unknown as fc.Arbitrary<Command>

/** Every step may always be taken: whether the house refuses it is what the model says. */
class Taken implements fc.AsyncCommand<Model, SystemUnderTest> {
  readonly step: Command
  constructor(step: Command) {
    this.step = step
  }
  check = () => true
  run = (model: Model, real: SystemUnderTest) => runCommand(this.step, model, real)
  toString = () => JSON.stringify(this.step)
}

const step = (does: fc.Arbitrary<Command>) => does.map((one) => new Taken(one))
const commands = [
  step(of('top_up', { package: fc.nat({ max: 6 }), mishap })),
  step(of('buy_points', { episode })),
  step(of('buy_points', { episode })),
  step(of('buy_card', { episode, mishap })),
  step(of('play', { episode })),
  step(of('refund_episode', { episode, mishap })),
  step(of('refund_episode', { episode, mishap })),
  step(of('refund_top_up', { nth: fc.nat({ max: 9 }), mishap })),
  step(of('refund_charge', { mishap })),
  step(of('subscribe', { plan: fc.integer({ min: 1, max: 3 }), mishap })),
  step(of('watch_plan', {})),
  step(of('renews', { auto_renew: fc.boolean() })),
  step(of('pass', { days: fc.constantFrom(0.001, 1, 6, 7, 31, 180, 366), mishap })),
  step(of('drain', {})),
]

/** `SEED_PATH`, the first number of a failure's path: runs that one alone. */
const path = process.env['SEED_PATH']

/**
 * Runs random steps of members against the server and its gateway, and compares both with the model after each.
 * @param variant tells apart campaigns of one file; each has a seed of its own that follows from `SEED`.
 * @returns the number of steps taken.
 * @throws with the shortest run that fails, and the `SEED` and `SEED_PATH` that repeat it.
 */
export async function runCampaign(steps: number, variant = 0): Promise<number> {
  const seed = (getSeed() + variant * 7_919) % 2 ** 31
  const shop = await openPaymentsTestApp(start)
  let taken = 0
  let told = 0
  try {
    const episodes: number[] = []
    for (const price of prices) episodes.push(await makePaidEpisode(shop, { price }))
    const run = fc.asyncProperty(
      fc.commands(commands, { maxCommands: stepsOfARun, size: 'max' }),
      async (chosen) => {
        if (taken >= steps) return
        await shop.rest()
        shop.clock.set(start)
        const before = shop.gateway.transactions().length
        const [model, real] = [newModel(), await openSystemUnderTest(shop, episodes)]
        try {
          await fc.asyncModelRun(() => ({ model, real }), chosen)
          await expectReconciled(model, real, before)
        } finally {
          taken += model.steps
          if (taken - told >= 1_000) process.stdout.write(`money: ${(told = taken)} steps taken\n`)
        }
      },
    )
    await fc.assert(run, {
      ...{ seed, numRuns: steps, endOnFailure: steps < 10_000 },
      ...(path ? { path } : {}),
    })
    return taken
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error }
    throw new Error(`SEED=${getSeed()}, campaign ${variant}: ${message}\n${cause?.stack ?? ''}`, {
      cause: error,
    })
  } finally {
    await shop.close()
  }
}
