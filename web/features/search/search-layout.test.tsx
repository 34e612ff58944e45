import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  data,
  StaticRouterProvider,
  useRouteError,
} from 'react-router'
import { expect, test } from 'vitest'
import { SearchErrorPage } from './search-layout.tsx'

function Failed() {
  return <SearchErrorPage error={useRouteError()} />
}

/** Renders the search page whose loader fails with `status`. */
async function renderSearchPage(status: number, query: string) {
  const fail = () => {
    throw data({}, { status })
  }
  const { query: queryRoutes, dataRoutes } = createStaticHandler([
    { path: '/search', loader: fail, Component: () => null, ErrorBoundary: Failed },
  ])
  const context = await queryRoutes(new Request(`http://page.invalid/search?${query}`))
  if (context instanceof Response) throw new Error('no page')
  return renderToString(
    <StaticRouterProvider
      router={createStaticRouter(dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  )
}

test.each([
  [503, '검색을 준비하고 있어요'],
  [429, '검색을 너무 자주 했어요'],
  [500, '검색하지 못했어요'],
])('%i shows “%s” and keeps the search for a retry', async (status, message) => {
  const page = await renderSearchPage(status, 'q=세탁소&type=line')
  expect(page).toContain(message)
  expect(page).toContain('<input type="hidden" name="type" value="line"/>')
  expect(page).toMatch(/<input(?=[^>]*role="combobox")[^>]*value="세탁소"/)
  expect(page).toContain('다시 시도')
})
