import { sessionHintCookie, televisionSystems } from '#contract/core/constants.ts'

/**
 * All inline scripts. They are constants of the build, so that the Content-Security-Policy can list their hashes; data
 * is passed in elements that are not executed.
 */

/** Key in `localStorage` that records that the 이어보기 rail was empty. */
export const emptyRowKey = 'hanpyeon.continue-watching-hint'

/**
 * Shows the placeholder of the 이어보기 rail before the first paint if there is a session and the rail was not empty, since
 * cached pages are the same for all. Equivalent to `expectsContinueWatching`.
 */
export const showContinuePlaceholder = `try{if(/(^|; )${sessionHintCookie}=[^;]/.test(document.cookie)&&!localStorage.getItem('${emptyRowKey}'))document.currentScript.parentElement.hidden=false}catch{}`

/**
 * Remembers the last button pressed before the page is interactive, for `replayEarlyPress`: React does not repeat a click
 * that came before it. Links, forms and native popovers work without it.
 */
const rememberEarlyPress = `(function(){let pressed;
const remember=(event)=>{pressed=event.target.closest('button[type=button]:not([popovertarget])')};
addEventListener('click',remember,true);
window.takeEarlyPress=()=>{removeEventListener('click',remember,true);return pressed}
})()`

/** Key in `localStorage` that records that the profile is a children's. */
export const childKey = 'hanpyeon.child'

/**
 * Marks the document if there is a session, so that it does not offer to log in before the session is known
 * (`login-pending`, `guests-only`), and if its profile is a children's: cached pages are the same for all.
 */
const markSession = `if(/(^|; )${sessionHintCookie}=[^;]/.test(document.cookie)){const{dataset}=document.documentElement;dataset.session='';
try{if(localStorage.getItem('${childKey}'))dataset.child=''}catch{}}`

/** Key in `localStorage` of the studio's theme. */
export const studioThemeKey = 'hanpyeon.studio-theme'

/** Sets the theme of the studio before the first paint; it is light by default. The other pages have none. */
const setStudioTheme = `if(/^\\/studio(\\/|$)/.test(location.pathname)){let theme;
try{theme=localStorage.getItem('${studioThemeKey}')}catch{}
document.documentElement.dataset.theme=theme==='dark'?theme:'light'}`

/** Key in `localStorage` that records that the device is a television. */
export const televisionKey = 'hanpyeon.tv'

/**
 * Marks the document of a television before the first paint, by the user agent or `?tv=1`, which the device remembers until
 * `?tv=0`. Focuses the page, which loads the keys of the remote (`LazyOverlays`).
 */
const markTelevision =
  () => `(function(){let tv=[${televisionSystems.map(([system]) => String(system)).join()}].some((system)=>system.test(navigator.userAgent));
try{const asked=/[?&]tv=([01])(&|$)/.exec(location.search);if(asked)localStorage.setItem('${televisionKey}',asked[1]);
const kept=localStorage.getItem('${televisionKey}');if(kept)tv=kept==='1'}catch{}
if(!tv)return;document.documentElement.dataset.tv='';
addEventListener('DOMContentLoaded',()=>{const main=document.getElementById('main');if(main){main.tabIndex=-1;main.focus({preventScroll:true})}})})()`

/** Runs in the head of every page. The annotation lets the build leave it out of the pages' own scripts. */
export const headScript = /* @__PURE__ */ [
  rememberEarlyPress,
  markSession,
  setStudioTheme,
  /* @__PURE__ */ markTelevision(),
].join(';\n')

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
  /** `window.__reactRouterContext` of React Router. */
  context: unknown
  /** Loader data in React Router's encoding, in chunks. */
  stream: string[]
  /** `window.__reactRouterManifest`: the routes of the page. The others are requested when links to them appear. */
  manifest: unknown
  /** Module URLs: those of each matched route by its id, and the client entry. */
  routes: [id: string, modules: string[]][]
  entry: string
}

/**
 * Starts the application from the data element before it, as the inline scripts of React Router's `Scripts` do. The
 * element is found by its position, since injected markup could claim an id.
 */
export const startPage = `(async function(page){
window.__reactRouterContext=Object.assign(page.context,{stream:new ReadableStream({start(controller){
for(const piece of page.stream)controller.enqueue(piece);controller.close()}}).pipeThrough(new TextEncoderStream())});
const load=(address)=>import(address);
const routes=page.routes.map(([id,modules])=>Promise.all(modules.map(load)).then((parts)=>[id,Object.assign({},...parts)]));
window.__reactRouterManifest=page.manifest;
window.__reactRouterRouteModules=Object.fromEntries(await Promise.all(routes));
await load(page.entry)
})(JSON.parse(document.currentScript.previousElementSibling.textContent))`

export const inlineScripts: readonly string[] = [
  headScript,
  showContinuePlaceholder,
  restoreScroll,
  startPage,
]
