import { isDatabaseUnavailable } from './client.ts'

/** A lock that somebody else holds for too long: nothing of the round was done. */
const isLockedOut = (error: unknown) => (error as { code?: string } | null)?.code === '55P03'

/** How it went for one of a round; `alone` asks for a round of his own. */
export type BatchOutcome<Answer> = { answer: Answer } | { error: unknown } | 'alone'

type Waiting<Asked, Answer> = {
  asked: Asked
  answered(answer: Answer): void
  failed(error: unknown): void
}

/**
 * Serves those who ask at about the same time together: nobody waits while a round is free, and who comes while all are
 * under way goes with the next. Under load one transaction and one wait for the disk serve many.
 *
 * What fails for a round of several is tried for each alone, so that nobody suffers from who came beside him; not where
 * the database is away, whose last word is not known.
 * @param serve an outcome for each, in their order. Alone it has to answer.
 * @param limits.at_once rounds side by side. @param limits.most of a round.
 * @param limits.keyOf who may be in one round at a time; without it anybody may be in any.
 */
export function createBatcher<Asked, Answer>(
  serve: (asked: readonly Asked[]) => Promise<readonly BatchOutcome<Answer>[]>,
  { at_once, most, keyOf }: { at_once: number; most: number; keyOf?: (asked: Asked) => unknown },
): (asked: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = []
  const under_way = new Set<unknown>()
  let rounds = 0
  let is_due = false

  /** Who asks in the same turn of the event loop goes together. */
  function beginSoon() {
    if (is_due) return
    is_due = true
    setImmediate(() => {
      is_due = false
      while (rounds < at_once) {
        const round = take()
        if (round.length === 0) return
        rounds++
        void run(round).finally(() => {
          rounds--
          beginSoon()
        })
      }
    })
  }

  function take() {
    const round: Waiting<Asked, Answer>[] = []
    const left: Waiting<Asked, Answer>[] = []
    for (const one of waiting) {
      if (round.length === most || (keyOf && under_way.has(keyOf(one.asked)))) left.push(one)
      else {
        if (keyOf) under_way.add(keyOf(one.asked))
        round.push(one)
      }
    }
    waiting = left
    return round
  }

  async function run(round: readonly Waiting<Asked, Answer>[]) {
    const outcomes = await attempt(round)
    for (const [at, one] of round.entries()) {
      const outcome = outcomes[at] ?? 'alone'
      // Not waited for: what holds him up is nobody else's.
      if (outcome === 'alone') void attempt([one]).then(([own]) => end(one, own))
      else end(one, outcome)
    }
  }

  async function attempt(
    round: readonly Waiting<Asked, Answer>[],
  ): Promise<readonly BatchOutcome<Answer>[]> {
    try {
      return await serve(round.map(({ asked }) => asked))
    } catch (error) {
      const isUnknown = isDatabaseUnavailable(error) && !isLockedOut(error)
      return round.map(() => (isUnknown || round.length === 1 ? { error } : 'alone'))
    }
  }

  function end(one: Waiting<Asked, Answer>, outcome: BatchOutcome<Answer> | undefined) {
    if (keyOf) under_way.delete(keyOf(one.asked))
    if (outcome === undefined || outcome === 'alone')
      one.failed(new Error('Who is alone is answered'))
    else if ('error' in outcome) one.failed(outcome.error)
    else one.answered(outcome.answer)
    if (waiting.length > 0) beginSoon()
  }

  return (asked) =>
    new Promise((answered, failed) => {
      waiting.push({ asked, answered, failed })
      beginSoon()
    })
}
