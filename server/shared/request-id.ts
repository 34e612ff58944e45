import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs `work` in the context of a request: its log lines contain the id, and its jobs pass it on. */
export const runWithRequestId = <T>(id: string, work: () => T): T => current.run(id, work)

/** The id of the current request, if there is one. */
export const currentRequestId = (): string | undefined => current.getStore()
