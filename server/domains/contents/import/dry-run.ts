import type { Transact, Tx } from '#server/db/client.ts'

class Rollback<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('dry run')
    this.result = result
  }
}

/** Runs `work` in a transaction that is rolled back, and returns its result. */
export async function rollBackAfter<T>(
  transact: Transact,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transact(async (tx) => {
      throw new Rollback(await work(tx))
    })
  } catch (error) {
    if (error instanceof Rollback) return error.result as T
    throw error
  }
}
