/** The cost of a job: a `heavy` one may take seconds of a core and hundreds of megabytes. */
export type JobWeight = 'light' | 'heavy'

type Queued<T> = { weight: JobWeight; job: T }

/**
 * Queues jobs by owner. Jobs of one owner run sequentially, owners are served round-robin, and heavy jobs never occupy all
 * slots, so that light jobs of other owners still start.
 */
export class FairQueue<T> {
  readonly #limits: { slots: number; heavy_slots: number }
  /** Owners in the order in which they are served. */
  readonly #waiting = new Map<string, Queued<T>[]>()
  readonly #running = new Map<string, JobWeight>()

  constructor(limits: { slots: number; heavy_slots: number }) {
    this.#limits = limits
  }

  /**
   * @param max_waiting maximum queued jobs of this owner.
   * @returns false if that many are already queued.
   */
  add(owner: string, weight: JobWeight, job: T, max_waiting = Infinity): boolean {
    const jobs = this.#waiting.get(owner) ?? []
    if (jobs.length >= max_waiting) return false
    jobs.push({ weight, job })
    this.#waiting.set(owner, jobs)
    return true
  }

  /**
   * Takes the next job that may start now. The caller reports its end through `finish`.
   * @returns undefined if the queue is empty or no slot is free.
   */
  take(): { owner: string; weight: JobWeight; job: T } | undefined {
    if (this.#running.size >= this.#limits.slots) return undefined
    const heavy = [...this.#running.values()].filter((weight) => weight === 'heavy').length
    for (const [owner, jobs] of this.#waiting) {
      const [next] = jobs
      if (!next || this.#running.has(owner)) continue
      if (next.weight === 'heavy' && heavy >= this.#limits.heavy_slots) continue
      jobs.shift()
      // Moves the owner to the end of the order.
      this.#waiting.delete(owner)
      if (jobs.length > 0) this.#waiting.set(owner, jobs)
      this.#running.set(owner, next.weight)
      return { owner, ...next }
    }
    return undefined
  }

  finish(owner: string): void {
    this.#running.delete(owner)
  }

  /** Removes and returns every job that has not started. */
  drain(): T[] {
    const jobs = [...this.#waiting.values()].flat().map(({ job }) => job)
    this.#waiting.clear()
    return jobs
  }
}
