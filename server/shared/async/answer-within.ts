import { setTimeout as pause } from 'node:timers/promises'

/** The work did not end in time. It continues, and its result is dropped. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Resolves as `work` does. @throws NoAnswer after `ms` */
export async function answerWithin<T>(ms: number, work: Promise<T>): Promise<T> {
  const timeout = new AbortController()
  const late = pause(ms, undefined, { signal: timeout.signal }).then(() => {
    throw new NoAnswer(`no answer within ${ms} ms`)
  })
  late.catch(() => {})
  return Promise.race([work, late]).finally(() => timeout.abort())
}

/**
 * Limits the time of a read that may hang, such as one of a network file system. While a late one is still running, further
 * calls wait for it instead of starting another.
 */
export function boundedRead<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= read().finally(() => (running = undefined))
    return answerWithin(ms, running)
  }
}
