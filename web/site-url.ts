import { createContext, type RouterContext } from 'react-router'

const key = Symbol.for('hanpyeon.site-url')
const shared = globalThis as { [key]?: RouterContext<string> }

/**
 * Where the service is reached from outside, without a slash at its end: `https://hanpyeon.example`. The server
 * puts it in under this key (it is configuration: the Host of a request is anybody's word, and pages are
 * cached). Until then '' makes every address relative.
 */
export const siteUrl: RouterContext<string> = (shared[key] ??= createContext<string>(''))
