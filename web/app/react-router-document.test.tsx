import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  Outlet,
  RouterContextProvider,
  Scripts,
  ScrollRestoration,
  ServerRouter,
  type EntryContext,
  type ServerBuild,
} from 'react-router'
import { version } from 'react-router/package.json' with { type: 'json' }
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { inlineScripts } from '#web/lib/inline-scripts.ts'
import { renderDocument } from './react-router-document.tsx'

it('was compared with the installed version of React Router', () => {
  // After an update: read the release notes, run the tests below, load pages in a browser, and change the version here.
  expect(version).toBe('8.4.0')
})

/** Loader data with everything that could end a script element, and a deferred value. */
const loader = () => ({
  text: '</script><script>window.ran = true</script><!-- \u2028 한편',
  later: new Promise((resolve) => setImmediate(resolve, '나중')),
})

function Root() {
  return (
    <html lang="ko">
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

type Render = (url: string, context: EntryContext) => Promise<string>

/** The document of a small application with a route that has a file for each part. */
async function render(renderer: Render, path = '/'): Promise<string> {
  const part = { hasAction: false, hasClientAction: false, hasClientMiddleware: false }
  const client = { ...part, hasErrorBoundary: false, hasClientLoader: true, hasLoader: true }
  const build: ServerBuild = {
    entry: {
      module: {
        default: async (request, status, headers, context) =>
          new Response(await renderer(request.url, context), { status, headers }),
      },
    },
    routes: {
      root: { id: 'root', path: '', module: { default: Root } },
      page: {
        id: 'page',
        parentId: 'root',
        index: true,
        module: { default: () => <p>쪽</p>, loader },
      },
      other: { id: 'other', parentId: 'root', path: 'other', module: { default: Outlet } },
      first: { id: 'first', parentId: 'other', path: 'first', module: { default: () => null } },
      second: { id: 'second', parentId: 'other', path: 'second', module: { default: () => null } },
    },
    assets: {
      entry: { imports: ['/assets/react.js'], module: '/assets/entry.js' },
      routes: {
        root: {
          ...client,
          id: 'root',
          path: '',
          module: '/assets/root.js',
          hasClientLoader: false,
          hasLoader: false,
          ...emptyParts,
        },
        page: {
          ...client,
          id: 'page',
          parentId: 'root',
          index: true,
          module: '/assets/page.js',
          ...emptyParts,
          clientLoaderModule: '/assets/page-loader.js',
        },
        other: {
          ...client,
          id: 'other',
          parentId: 'root',
          path: 'other',
          hasClientLoader: false,
          hasLoader: false,
          module: '/assets/other.js',
          ...emptyParts,
        },
        ...Object.fromEntries(
          ['first', 'second'].map((id) => [
            id,
            {
              ...client,
              id,
              parentId: 'other',
              path: id,
              hasClientLoader: false,
              hasLoader: false,
              module: `/assets/${id}.js`,
              ...emptyParts,
            },
          ]),
        ),
      },
      url: '/assets/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  }
  const handle = createRequestHandler(build, 'production')
  const response = await handle(
    new Request(`http://site.example${path}`),
    new RouterContextProvider(),
  )
  expect(response.status).toBe(200)
  return response.text()
}
const emptyParts = {
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
}

const renderAsDocumented: Render = async (url, context) => {
  const stream = await renderToReadableStream(<ServerRouter context={context} url={url} />)
  await stream.allReady
  return new Response(stream).text()
}

type Script = { attributes: string; text: string }
const scriptsOf = (html: string): Script[] =>
  [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }))

/** Runs the inline scripts of a document as a browser would, and returns what the application is started with. */
async function run(html: string) {
  const loaded: string[] = []
  const scrolled: unknown[] = []
  const history = { state: { key: 'k' }, replaceState: () => {} }
  const globals = {
    history,
    console,
    JSON,
    Promise,
    ReadableStream,
    TextEncoderStream,
    sessionStorage: { getItem: () => JSON.stringify({ k: 120 }) },
    scrollTo: (...to: unknown[]) => scrolled.push(to),
    importModule: async (address: string) => void loaded.push(address),
    document: { currentScript: { previousElementSibling: { textContent: '' } } },
  }
  const window: Record<string, unknown> = createContext(globals)
  window['window'] = window
  let routes: string[] = []
  for (const { attributes, text } of scriptsOf(html)) {
    if (attributes.includes('application/json'))
      globals.document.currentScript.previousElementSibling.textContent = text
    else if (attributes.includes('module')) {
      // Node runs no modules in a context, so imports and routes are read from the module's text.
      loaded.push(
        ...[...text.matchAll(/(?:from |import |import\()"([^"]+)"/g)].map(([, name]) => name!),
      )
      routes = [...text.matchAll(/"(\w+)":route\d/g)].map(([, id]) => id!)
      window['__reactRouterManifest'] = JSON.parse(
        text.match(/__reactRouterManifest = (\{[^]*?\});\s*window/)?.[1] ?? 'null',
      )
    } else await runInContext(text.replace('import(address)', 'importModule(address)'), window)
  }
  const {
    stream,
    streamController: _,
    ...context
  } = window['__reactRouterContext'] as {
    stream: ReadableStream<Uint8Array>
    streamController?: unknown
  }
  const modules = window['__reactRouterRouteModules']
  if (modules) routes = Object.keys(modules)
  const data = await new Response(stream).text()
  const manifest = JSON.stringify(window['__reactRouterManifest'])
  return {
    context: JSON.stringify(context),
    data,
    loaded: loaded.sort(),
    manifest,
    routes,
    scrolled,
  }
}

describe('renderDocument', () => {
  it('starts the application with the same data as React Router’s own scripts', async () => {
    const expected = await run(await render(renderAsDocumented))
    expect(expected.data).toContain('나중')
    expect(expected.loaded).toContain('/assets/page-loader.js')
    expect(expected.scrolled).toEqual([[0, 120]])
    expect(expected.manifest).toContain('"routes":{"root"')
    expect(expected.manifest).not.toContain('"other"')
    expect(await run(await render(renderDocument))).toEqual(expected)
  })

  it('contains the routes of the other pages of its layout', async () => {
    const { manifest } = await run(await render(renderDocument, '/other/first'))
    const { routes } = JSON.parse(manifest) as { routes: object }
    expect(Object.keys(routes).sort()).toEqual(['first', 'other', 'page', 'root', 'second'])
  })

  it('contains only constant scripts and otherwise the same markup', async () => {
    const html = await render(renderDocument)
    const run = scriptsOf(html).filter(({ attributes }) => !attributes.includes('application/json'))
    expect(run.map(({ text }) => inlineScripts.includes(text))).toEqual([true, true])
    expect(html).not.toContain('nonce')
    const markupOf = (document: string) =>
      document.replace(/<script[^>]*>[^]*?<\/script>|<!--[^]*?-->/g, '')
    expect(markupOf(html)).toBe(markupOf(await render(renderAsDocumented)))
  })
})
