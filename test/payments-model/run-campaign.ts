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
const maxStepsPerRun = 60

const fault: fc.Arbitrary<FaultCase> = fc.constantFrom(...faultCases)
const episode = fc.nat({ max: prices.length - 1 })
const of = <D extends Command['does'], R extends object>(does: D, rest: R) =>
  fc.record({ does: fc.constant(does), ...(rest as object) }) as unknown as fc.Arbitrary<Command>

/** Every step is always allowed: the model decides whether the system must refuse it. */
class StepCommand implements fc.AsyncCommand<Model, SystemUnderTest> {
  readonly step: Command
  constructor(step: Command) {
    this.step = step
  }
  check = () => true
  run = (model: Model, system: SystemUnderTest) => runCommand(this.step, model, system)
  toString = () => JSON.stringify(this.step)
}

const step = (does: fc.Arbitrary<Command>) => does.map((command) => new StepCommand(command))
const commands = [
  step(of('top_up', { package: fc.nat({ max: 6 }), fault })),
  step(of('buy_points', { episode })),
  step(of('buy_points', { episode })),
  step(of('buy_card', { episode, fault })),
  step(of('play', { episode })),
  step(of('refund_episode', { episode, fault })),
  step(of('refund_episode', { episode, fault })),
  step(of('refund_top_up', { nth: fc.nat({ max: 9 }), fault })),
  step(of('refund_charge', { fault })),
  step(of('subscribe', { plan: fc.integer({ min: 1, max: 3 }), fault })),
  step(of('watch_plan', {})),
  step(of('renews', { auto_renew: fc.boolean() })),
  step(of('pass', { days: fc.constantFrom(0.001, 1, 6, 7, 31, 180, 366), fault })),
  step(of('drain', {})),
]

/** `SEED_PATH` is the first number of a failure's path and runs that sequence alone. */
const path = process.env['SEED_PATH']

/**
 * Runs random steps of members against the server and its gateway, and compares both with the model after each.
 * @param variant distinguishes campaigns of one file; each derives its seed from `SEED`.
 * @returns the number of steps run.
 * @throws with the shortest failing sequence, and the `SEED` and `SEED_PATH` that repeat it.
 */
export async function runCampaign(steps: number, variant = 0): Promise<number> {
  const seed = (getSeed() + variant * 7_919) % 2 ** 31
  const shop = await openPaymentsTestApp(start)
  let stepCount = 0
  let reported = 0
  try {
    const episodes: number[] = []
    for (const price of prices) episodes.push(await makePaidEpisode(shop, { price }))
    const run = fc.asyncProperty(
      fc.commands(commands, { maxCommands: maxStepsPerRun, size: 'max' }),
      async (sequence) => {
        if (stepCount >= steps) return
        await shop.rest()
        shop.clock.set(start)
        const before = shop.gateway.transactions().length
        const [model, system] = [newModel(), await openSystemUnderTest(shop, episodes)]
        try {
          await fc.asyncModelRun(() => ({ model, real: system }), sequence)
          await expectReconciled(model, system, before)
        } finally {
          stepCount += model.steps
          if (stepCount - reported >= 1_000)
            process.stdout.write(`payments: ${(reported = stepCount)} steps\n`)
        }
      },
    )
    await fc.assert(run, {
      seed,
      numRuns: steps,
      endOnFailure: steps < 10_000,
      ...(path ? { path } : {}),
    })
    return stepCount
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error }
    throw new Error(`SEED=${getSeed()}, campaign ${variant}: ${message}\n${cause?.stack ?? ''}`, {
      cause: error,
    })
  } finally {
    await shop.close()
  }
}
