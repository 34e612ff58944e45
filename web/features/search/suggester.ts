import type { Suggestion } from '#contract/contents/search.ts'

/** What a field shows below itself while somebody types. */
export type Suggestions = {
  /** What these were asked with; '' before anything was. */
  q: string
  results: readonly Suggestion[]
  interpreted_as: string | null
  failed: boolean
}

type Answer = Pick<Suggestions, 'results' | 'interpreted_as'>

export const noSuggestions: Suggestions = {
  q: '',
  results: [],
  interpreted_as: null,
  failed: false,
}

/** Milliseconds without a key before somebody is taken at his word. */
export const pause = 120

/**
 * Asks while somebody types: after a pause, one question at a time, the earlier one called off. A text that is being
 * answered, or was answered last, is not asked again, so it makes no difference in how many events an input method
 * tells of one syllable (WebKit takes it away and puts it in again).
 */
export function createSuggester({
  ask,
  tell,
  after,
}: {
  ask: (q: string, signal: AbortSignal) => Promise<Answer>
  tell: (suggestions: Suggestions) => void
  /** Runs later, in ms; returns how to call that off. */
  after: (ms: number, run: () => void) => () => void
}) {
  let wait = () => {}
  let under_way: { q: string; controller: AbortController } | null = null
  let shown = noSuggestions

  function show(next: Suggestions) {
    shown = next
    tell(next)
  }

  function callOff() {
    under_way?.controller.abort()
    under_way = null
  }

  async function begin(q: string) {
    callOff()
    const mine = { q, controller: new AbortController() }
    under_way = mine
    try {
      const { results, interpreted_as } = await ask(q, mine.controller.signal)
      if (under_way === mine) show({ q, results, interpreted_as, failed: false })
    } catch {
      if (under_way === mine) show({ q, results: [], interpreted_as: null, failed: true })
    } finally {
      if (under_way === mine) under_way = null
    }
  }

  return {
    /** The field holds this now. */
    typed(q: string) {
      wait()
      if (q === '') {
        callOff()
        show(noSuggestions)
      } else if (under_way ? under_way.q !== q : shown.q !== q || shown.failed) {
        // Gone back to what is shown: only the other question is dropped.
        wait = after(pause, () => (shown.q === q && !shown.failed ? callOff() : void begin(q)))
      }
    },
    /** Nobody looks any more. */
    stop() {
      wait()
      callOff()
    },
  }
}
