import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { type PageData, restoreScroll, startPage } from '#web/lib/inline-scripts.ts'

/**
 * The one place that relies on parts of React Router that are not documented: how loader data reaches the browser, and
 * what the inline scripts of `ScrollRestoration` and `Scripts` do. `react-router-document.test.tsx` compares them with
 * the installed version.
 */

/**
 * Renders a document as one string of which all scripts are constants of the build. See D-94.
 * @throws Error if React Router renders other inline scripts than `inline-scripts.ts` stands in for.
 */
export async function renderDocument(url: string, context: EntryContext): Promise<string> {
  const data = pageDataOf(context, await takeLoaderData(context))
  // Marks the scripts of React Router among whatever was rendered: nothing in the page can guess it.
  const nonce = crypto.randomUUID()
  const html = renderToString(<ServerRouter context={context} url={url} nonce={nonce} />)
  return `<!DOCTYPE html>${withConstantScripts(html, nonce, data)}`
}

/** Reads what React Router would stream into the page in pieces, for which `renderToString` does not wait. */
async function takeLoaderData(context: EntryContext): Promise<string[]> {
  const stream = context.serverHandoffStream
  delete context.serverHandoffStream
  const pieces: string[] = []
  const decoder = new TextDecoder()
  for await (const piece of stream ?? []) pieces.push(decoder.decode(piece, { stream: true }))
  return pieces
}

function pageDataOf(context: EntryContext, stream: string[]): PageData {
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
  return {
    context: JSON.parse(serverHandoffString ?? '{}'),
    stream,
    manifest: manifest.url,
    routes,
    entry: manifest.entry.module,
  }
}

/** Replaces inline scripts, which differ from page to page, by constant ones and one element of data. */
function withConstantScripts(html: string, nonce: string, data: PageData): string {
  // `<` would end the element early.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const replacements = [
    ['scrollTo', `<script>${restoreScroll}</script>`],
    ['window.__reactRouterContext', `<script type="application/json">${json}</script>`],
    ['window.__reactRouterRouteModules', `<script>${startPage}</script>`],
  ] as const
  let at = 0
  const replaced = html.replace(
    new RegExp(`<script nonce="${nonce}"[^>]*>([^]*?)</script>`, 'g'),
    (_, script: string) => {
      const [expected, replacement] = replacements[at++] ?? []
      if (expected === undefined || !script.includes(expected))
        throw new Error('React Router renders other inline scripts than are known')
      return replacement
    },
  )
  if (at !== replacements.length) throw new Error('An inline script of React Router is missing')
  return replaced.replaceAll(` nonce="${nonce}"`, '')
}
