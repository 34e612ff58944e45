import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { inlineScripts, type PageData, restoreScroll, startPage } from './inline-scripts.ts'

/** Read by the server, which allows these scripts by their hashes and no others. */
export { inlineScripts }

/**
 * Pages are cached whole, so a page is rendered to its end before the first byte leaves, and as one string:
 * a stream's thousands of small pieces cost half as much again.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const stream = await readHandoff(context)
  // Marks the scripts of React Router among whatever was rendered: nothing in the page can guess it.
  const mark = crypto.randomUUID()
  const rendered = renderToString(
    <ServerRouter
      context={context}
      url={request.url}
      {...(import.meta.env.PROD ? { nonce: mark } : {})}
    />,
  )
  const html = import.meta.env.PROD
    ? withConstantScripts(rendered, mark, pageDataOf(context, stream))
    : rendered
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(new TextEncoder().encode(`<!DOCTYPE html>${paintedFirst(html)}`), {
    status,
    headers,
  })
}

type Cache = NonNullable<NonNullable<EntryContext['renderMeta']>['streamCache']>

/**
 * Reads to its end what the loaders hand over to the browser. While developing, the pieces are put where React Router
 * looks before it waits for one; else they go into the page as data.
 */
async function readHandoff(context: EntryContext): Promise<string[]> {
  const reader = context.serverHandoffStream?.getReader()
  if (!reader) return []
  const decoder = new TextDecoder()
  const cache: Cache = {}
  const pieces: string[] = []
  for (let at = 0; ; at++) {
    const { done, value } = await reader.read()
    const piece = decoder.decode(value, { stream: !done })
    if (piece) pieces.push(piece)
    cache[at] = Object.assign(Promise.resolve(), { result: { done, value: piece } })
    if (done) break
  }
  if (import.meta.env.PROD) delete context.serverHandoffStream
  else {
    context.renderMeta = { ...context.renderMeta, streamCache: cache }
    context.serverHandoffStream = new ReadableStream()
  }
  return pieces
}

/** The data of the page as JSON that may stand in a script element: `<` is written as an escape. */
function pageDataOf(context: EntryContext, stream: string[]): string {
  const { manifest, staticHandlerContext, serverHandoffString } = context
  const routes = staticHandlerContext.matches.map(({ route: { id } }): [string, string[]] => {
    const route = manifest.routes[id]
    if (!route) throw new Error(`Route ${id} is not in the manifest`)
    const parts = [
      route.clientActionModule,
      route.clientLoaderModule,
      route.clientMiddlewareModule,
      route.hydrateFallbackModule,
      route.module,
    ]
    return [id, parts.filter((part) => part !== undefined)]
  })
  const data: PageData = {
    context: JSON.parse(serverHandoffString ?? '{}'),
    stream,
    manifest: manifest.url,
    routes,
    entry: manifest.entry.module,
  }
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/**
 * Replaces the inline scripts of React Router, which differ from page to page, by constant ones and one element of data.
 * @throws Error if they are not those that `inline-scripts.ts` stands in for, as a new version of React Router may have.
 */
function withConstantScripts(html: string, mark: string, data: string): string {
  const replacements = [
    ['scrollTo', `<script>${restoreScroll}</script>`],
    ['window.__reactRouterContext', `<script type="application/json">${data}</script>`],
    ['window.__reactRouterRouteModules', `<script>${startPage}</script>`],
  ] as const
  let at = 0
  const replaced = html.replace(
    new RegExp(`<script nonce="${mark}"[^>]*>([^]*?)</script>`, 'g'),
    (_, script: string) => {
      const [expected, replacement] = replacements[at++] ?? []
      if (expected === undefined || !script.includes(expected))
        throw new Error('React Router renders other inline scripts than are known')
      return replacement
    },
  )
  if (at !== replacements.length) throw new Error('An inline script of React Router is missing')
  return replaced.replaceAll(` nonce="${mark}"`, '')
}

/**
 * The page is whole without its scripts: they are asked for after, and behind, the picture that the first screen
 * is judged by. (React looks for such links anywhere in the head.)
 */
function paintedFirst(html: string): string {
  const end = html.indexOf('</head>')
  const scripts: string[] = []
  const head = html
    .slice(0, end)
    .replace(/<link rel="modulepreload" ([^>]*)>/g, (_, attributes: string) => {
      scripts.push(`<link rel="modulepreload" fetchpriority="low" ${attributes}>`)
      return ''
    })
  return head + scripts.join('') + html.slice(end)
}
