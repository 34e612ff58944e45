import { renderToString } from 'react-dom/server'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { version } from 'react-router/package.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { useDestinationPath } from './router-destination.ts'

it('was compared with the installed version of React Router', () => {
  // After an update: run this test and `npm run test:hard -- test/e2e/outline-paint`, and change the version here.
  expect(version).toBe('8.4.0')
})

it('names the destination of a navigation from its start until the page is shown', async () => {
  const loaded = Promise.withResolvers<null>()
  const Layout = () => (
    <p>
      {useDestinationPath()} <Outlet />
    </p>
  )
  const router = createMemoryRouter([
    {
      path: '/',
      element: <Layout />,
      children: [
        { index: true, element: 'home' },
        { path: 'series', element: 'series', loader: () => loaded.promise },
      ],
    },
  ])
  const text = () => renderToString(<RouterProvider router={router} />).replace(/<[^>]*>/g, '')
  expect(text()).toBe('/ home')

  const navigation = router.navigate('/series')
  expect(text()).toBe('/series home')

  loaded.resolve(null)
  await navigation
  expect(text()).toBe('/series series')
  router.dispose()
})
