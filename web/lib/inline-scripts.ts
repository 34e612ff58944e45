import { sessionHintCookie } from '#contract/core/constants.ts'

/**
 * The only scripts that stand in a page itself. Each is the same for every page, so that the Content-Security-Policy
 * allows them by hashes that are known before anything is rendered; data goes in elements that are not executed.
 */

/** Key in `localStorage` under which 이어보기 remembers that its row was empty. */
export const emptyRowKey = 'hanpyeon.continue'

/**
 * Shows the placeholder of the 이어보기 row before the first paint, if a member is signed in whose row had cards: cached
 * pages know no member. Does the same as `expectsCards`.
 */
export const showContinuePlaceholder = `try{if(/(^|; )${sessionHintCookie}=[^;]/.test(document.cookie)&&!localStorage.getItem('${emptyRowKey}'))document.currentScript.parentElement.hidden=false}catch{}`

/** Restores the scroll position before the first paint, as the inline script of React Router's `ScrollRestoration` does. */
export const restoreScroll = `(function(){
if(!history.state||!history.state.key)history.replaceState({key:Math.random().toString(32).slice(2)},'');
try{
const top=JSON.parse(sessionStorage.getItem('react-router-scroll-positions')||'{}')[history.state.key];
if(typeof top==='number')scrollTo(0,top)
}catch(error){console.error(error);sessionStorage.removeItem('react-router-scroll-positions')}
})()`

/** Data of a page for `startPage`. */
export type PageData = {
  /** What React Router calls `window.__reactRouterContext`. */
  context: unknown
  /** Loader data, in the pieces in which React Router encodes it. */
  stream: string[]
  /** Addresses of modules: the manifest, those of each matched route by its id, and the client entry. */
  manifest: string
  routes: [id: string, modules: string[]][]
  entry: string
}

/**
 * Starts the application, as the inline scripts of React Router's `Scripts` do, from the data element before it. The
 * element is found by its place, not by an id, which injected markup could claim.
 */
export const startPage = `(async function(page){
window.__reactRouterContext=Object.assign(page.context,{stream:new ReadableStream({start(controller){
for(const piece of page.stream)controller.enqueue(piece);controller.close()}}).pipeThrough(new TextEncoderStream())});
const load=(address)=>import(address);
const routes=page.routes.map(([id,modules])=>Promise.all(modules.map(load)).then((parts)=>[id,Object.assign({},...parts)]));
await load(page.manifest);
window.__reactRouterRouteModules=Object.fromEntries(await Promise.all(routes));
await load(page.entry)
})(JSON.parse(document.currentScript.previousElementSibling.textContent))`

export const inlineScripts: readonly string[] = [showContinuePlaceholder, restoreScroll, startPage]
