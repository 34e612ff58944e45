import type { EndpointClient } from '#contract/core/endpoint.ts'
import { createContext, type RouterContext } from 'react-router'

const key = Symbol.for('hanpyeon.loader-call')
const shared = globalThis as { [key]?: RouterContext<EndpointClient> }

/**
 * How a loader calls the API: in the same process, without a socket. The server puts the call in under
 * this key. The key lives on `globalThis` because the pages' bundle and the server are two module graphs.
 */
export const loaderCall: RouterContext<EndpointClient> = (shared[key] ??=
  createContext<EndpointClient>())
