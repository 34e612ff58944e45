import { expect, test } from 'vitest'
import { canonicalPath, createPageLocator } from './page-address.ts'

test.each([
  ['/', '/'],
  ['/series/1/', '/series/1'],
  ['/series/1?page=2&utm=1', '/series/1?page=2'],
  ['/series/1?page=2&ordering=-number', '/series/1?ordering=-number&page=2'],
  ['/series/1/season/2?page=3&q=x', '/series/1/season/2?page=3'],
  ['/search?type=series&q=%EB%8B%AC', '/search?q=%EB%8B%AC&type=series'],
  ['/search?q=%20a%00%20&type=all&page=1&is_free=false&year=24', '/search?q=a'],
  ['/search?q=a&is_dubbed=true&is_free=true', '/search?q=a&is_free=true&is_dubbed=true'],
  [
    '/categories/1?is_dubbed=true&access=plan&page=2',
    '/categories/1?page=2&access=plan&is_dubbed=true',
  ],
  ['/categories/1?is_dubbed=false', '/categories/1'],
  ['/categories/1?access=rent', '/categories/1'],
  ['/search.data?q=a&page=99', '/search.data?q=a&page=34'],
  ['/categories/1?page=1&page=2', '/categories/1'],
  ['/categories/1?page=0', '/categories/1'],
  ['/categories/1?page=99999999999', '/categories/1'],
  ['/categories/1?page=99999', '/categories/1?page=417'],
  ['/customer-service/faqs/etc?id=12&q=', '/customer-service/faqs/etc?id=12'],
  ['/customer-service/notices?id=x', '/customer-service/notices?id=0'],
  ['/terms/privacy?version=2026-11-01', '/terms/privacy?version=2026-11-01'],
  ['/terms/privacy?version=x', '/terms/privacy?version=0'],
  ['/video/1?t=30&buy=2&page=3', '/video/1'],
  ['/?q=1&page=2&_routes=root', '/'],
  [
    '/__manifest?version=89fb80b8&paths=%2Fvideo%2F12%2C%2Fseries%2F7%2C%2Cvideo%2F13%2C%2Fvideo%2F%25&x=1',
    '/__manifest?paths=%2Fseries%2F1%2C%2Fvideo%2F1%2Cvideo%2F1&version=89fb80b8',
  ],
  ['//evil.example/a', '//evil.example/a'],
  ['/\\evil.example/a', '//evil.example/a'],
  ['/a/../b', '/b'],
])('canonicalPath maps %s to %s', (address, key) => {
  expect(canonicalPath(address)).toBe(key)
  expect(canonicalPath(key)).toBe(key)
})

test('limits the paths of a request for routes', () => {
  const paths = Array.from({ length: 2_000 }, (_, at) => `/${String.fromCodePoint(0xac00 + at)}`)
  const key = new URLSearchParams(
    canonicalPath(`/__manifest?paths=${paths.join(',')}`).split('?')[1],
  )
  expect(key.get('paths')?.split(',')).toEqual(paths.slice(0, 100))
})

test('truncates a search query to 100 characters, like the pages', () => {
  const q = new URLSearchParams({ q: '🦑'.repeat(200) })
  const key = new URLSearchParams(canonicalPath(`/search?${q}`).split('?')[1])
  expect([...(key.get('q') ?? '')]).toHaveLength(100)
})

const route = (id: string, path: string | undefined, parentId?: string) => ({
  id,
  ...(path === undefined ? { index: true } : { path }),
  ...(parentId === undefined ? {} : { parentId }),
  module: {},
})
const locate = createPageLocator({
  assets: { version: '89fb80b8' },
  routes: {
    root: { ...route('root', '') },
    home: route('home', undefined, 'root'),
    series: route('series', 'series/:id', 'root'),
    studio: route('studio', 'studio', 'root'),
    dashboard: route('dashboard', undefined, 'studio'),
    works: route('works', 'works', 'studio'),
    missing: route('missing', '*', 'root'),
  },
} as unknown as Parameters<typeof createPageLocator>[0])

test.each([
  ['/', '/'],
  ['/_.data', '/_.data'],
  ['/series/1', '/series/1'],
  ['/series/1?page=2', '/series/1?page=2'],
  ['/studio/works', '/studio/works'],
  ['/series', '/404'],
  ['/wp-login.php', '/404'],
  ['/accountsfoo', '/accounts/404'],
  ['/accounts/nope.data', '/accounts/404.data'],
  ['/terms/a/b', '/accounts/404'],
  ['/wp-login.data?_routes=root', '/404.data'],
  ['/series/1.data?page=2', '/series/1.data?page=2'],
  [
    '/series/1.data?page=2&_routes=x,series,series,root',
    '/series/1.data?page=2&_routes=root%2Cseries',
  ],
  ['/series/1.data?_routes=works', '/series/1.data'],
  [
    '/__manifest?paths=%2F%2C%2Fnone%2C%2Fseries%2F1%2C%2Fseries%2Fx%2Cwp-login.php&version=89fb80b8',
    '/__manifest?paths=%2F%2C%2F404%2C%2Fseries%2F%3Aid&version=89fb80b8',
  ],
  [
    '/__manifest?paths=%2Fstudio%2Fworks&version=89fb80b8',
    '/__manifest?paths=%2Fstudio%2C%2Fstudio%2Fworks&version=89fb80b8',
  ],
  ['/__manifest?paths=%2Fstudio%2Fworks&version=old', '/__manifest'],
  ['/__manifest', '/__manifest'],
])('%s is rendered under %s', (address, page) => {
  expect(locate(address)).toBe(page)
})
