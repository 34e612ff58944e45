import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { type PageData, restoreScroll, startPage } from '#web/lib/inline-scripts.ts'

type AssetsManifest = EntryContext['manifest']

/**
 * Relies on undocumented parts of React Router: how loader data reaches the browser, and what the inline scripts of
 * `ScrollRestoration` and `Scripts` do. `react-router-document.test.tsx` compares them with
 * the installed version.
 */

/**
 * Renders a document as one string. All its scripts are constants of the build. See decisions/0007-content-security-policy.
 * @throws Error if React Router renders other inline scripts than `inline-scripts.ts` replaces.
 */
export async function renderDocument(url: string, context: EntryContext): Promise<string> {
  const data = await readLoaderData(context)
  // Identifies React Router's scripts: rendered content cannot guess the nonce.
  const nonce = crypto.randomUUID()
  const html = renderToString(<ServerRouter context={context} url={url} nonce={nonce} />)
  return `<!DOCTYPE html>${withConstantScripts(html, nonce, (manifest) => pageDataOf(context, manifest, data))}`
}

/** Reads the loader data that React Router would stream, for which `renderToString` does not wait. */
async function readLoaderData(context: EntryContext): Promise<string[]> {
  const stream = context.serverHandoffStream
  delete context.serverHandoffStream
  const chunks: string[] = []
  const decoder = new TextDecoder()
  for await (const chunk of stream ?? []) chunks.push(decoder.decode(chunk, { stream: true }))
  return chunks
}

/** Adds the other pages of the layouts of a page, such as the steps of joining, because they preload each other. */
function withAreas(partial: AssetsManifest, all: AssetsManifest): AssetsManifest {
  const routes = { ...partial.routes }
  // A layout precedes its pages.
  for (const [id, route] of Object.entries(all.routes)) {
    const parentId = route?.parentId
    if (parentId !== undefined && parentId !== 'root' && routes[parentId]) routes[id] = route
  }
  return { ...partial, routes }
}

function pageDataOf(
  context: EntryContext,
  routeManifest: AssetsManifest,
  stream: string[],
): PageData {
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
    manifest: withAreas(routeManifest, manifest),
    routes,
    entry: manifest.entry.module,
  }
}

/** The last script of React Router, which contains the routes of the page and of the paths above it. */
const routeModulesScript =
  /window\.__reactRouterManifest = (\{[^]*?\});\s*window\.__reactRouterRouteModules = /

/** Replaces the inline scripts by constant ones and a data element. */
function withConstantScripts(
  html: string,
  nonce: string,
  pageData: (routeManifest: AssetsManifest) => PageData,
): string {
  const replacements = [
    [/scrollTo/, () => `<script>${restoreScroll}</script>`],
    // The data is part of the next script.
    [/window\.__reactRouterContext/, () => ''],
    [
      routeModulesScript,
      (routeManifest: string) => {
        // `<` would end the element early.
        const json = JSON.stringify(
          pageData(JSON.parse(routeManifest) as AssetsManifest),
        ).replaceAll('<', '\\u003c')
        return `<script type="application/json">${json}</script><script>${startPage}</script>`
      },
    ],
  ] as const
  let count = 0
  const replaced = html.replace(
    new RegExp(`<script nonce="${nonce}"[^>]*>([^]*?)</script>`, 'g'),
    (_, script: string) => {
      const [expected, replacement] = replacements[count++] ?? []
      const found = expected && script.match(expected)
      if (!found || !replacement)
        throw new Error('React Router renders other inline scripts than are known')
      return replacement(found[1] ?? '')
    },
  )
  if (count !== replacements.length) throw new Error('An inline script of React Router is missing')
  return replaced.replaceAll(` nonce="${nonce}"`, '')
}
