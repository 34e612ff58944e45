import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Does `work`, and all that it sets going, in the name of a request: its lines carry the id, and its jobs take it along. */
export const runWithRequestId = <T>(id: string, work: () => T): T => current.run(id, work)

/** The request that is being worked for, if it is one. */
export const currentRequestId = (): string | undefined => current.getStore()
