// hard: a service worker, which must become idle and be replaced (40 s); navigation-held.hard.test.ts holds navigations.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { openSite, type Site, waitForWorker } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

const options = { viewport: { width: 360, height: 780 }, serviceWorkers: 'allow' as const }
const networkErrors = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/

test('opens offline within a second, says so, and opens the page once connected', async () => {
  const visit = await site.visit(options)
  visit.allow(networkErrors)
  const { page, context } = visit
  await page.goto('/series/1')
  await waitForWorker(page)
  await context.setOffline(true)
  const heading = page.getByRole('heading', { name: '인터넷에 연결되어 있지 않아요' })
  await page.reload({ waitUntil: 'commit' })
  await heading.waitFor()
  const opened_ms = await page.evaluate(() => performance.now())
  expect(opened_ms).toBeLessThan(1_000)
  await page.getByText('보던 위치').waitFor()
  expect(new URL(page.url()).pathname).toBe('/series/1')

  await page.goto('/mypage/profile', { waitUntil: 'commit' })
  await heading.waitFor()
  await context.setOffline(false)
  await heading.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: '로그인', level: 1 }).waitFor()
  visit.clean()
  await context.close()
})

test('stores the offline page and hashed files of the build only', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(options, member)
  const { page, context } = visit
  await page.goto('/')
  await waitForWorker(page)
  for (const path of ['/', '/series/1', '/mypage/wishlist', '/mypage/profile'])
    await page.goto(path, { waitUntil: 'networkidle' })
  const paths = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(new URL(url).pathname)
    return found
  })
  expect(paths).toContain('/offline')
  expect(paths.some((path) => path.startsWith('/assets/'))).toBe(true)
  const others = paths.filter((path) => !path.startsWith('/assets/'))
  expect(others.toSorted()).toEqual(['/favicon.svg', '/offline'])
  visit.clean()
  await context.close()
})

test('offers a new version, and keeps pages working with the previous one until it is taken', async () => {
  const visit = await site.visit(options)
  const { page, context } = visit
  await page.goto('/')
  await waitForWorker(page)
  await context.route('**/service-worker.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}\n// next` })
  })
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update())
  const offer = page.getByText('새로워진 화면이 준비됐어요.')
  await offer.waitFor()
  // Still served by the previous worker.
  await page.getByRole('link', { name: '카테고리', exact: true }).locator('visible=true').click()
  await page.getByRole('heading', { name: '카테고리', level: 1 }).waitFor()
  const hasWaiting = () =>
    page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())!.waiting)
  expect(await hasWaiting()).toBe(true)

  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: '새로 고침' }).click()
  await reloaded
  await expect.poll(hasWaiting).toBe(false)
  expect(new URL(page.url()).pathname).toBe('/categories')
  visit.clean()
  await context.close()
})

test('shows a push message with its link', async () => {
  const visit = await site.visit(options)
  const { page, context, origin } = visit
  await context.grantPermissions(['notifications'], { origin })
  await page.goto('/')
  await waitForWorker(page)
  const session = await context.newCDPSession(page)
  const registered = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    if (registrations[0]) registered.resolve(registrations[0].registrationId)
  })
  await session.send('ServiceWorker.enable')
  const payload = { id: 7, title: '《달 세탁소》 2화', body: '새 회차', path: '/series/1' }
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered.promise,
    data: JSON.stringify(payload),
  })
  const shown = () =>
    page.evaluate(async () => {
      const registration = (await navigator.serviceWorker.getRegistration())!
      const notifications = await registration.getNotifications()
      return notifications.map(({ title, body, data }) => ({ title, body, data: String(data) }))
    })
  await expect
    .poll(shown)
    .toEqual([{ title: payload.title, body: payload.body, data: payload.path }])
  visit.clean()
  await context.close()
})

test('offers on 마이 to install the site, until it is answered', async () => {
  const visit = await site.visit(options, await makeMember(site.world))
  const { page, context } = visit
  const offer = page.getByRole('button', { name: '설치하기' })
  const openWithPrompt = async () => {
    await page.goto('/mypage')
    await waitForWorker(page)
    // Chromium offers it after half a minute of use.
    await page.evaluate(() => {
      const prompt = () => Promise.resolve()
      dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
    })
  }
  await openWithPrompt()
  await offer.click()
  await offer.waitFor({ state: 'detached' })
  await openWithPrompt()
  await page.getByRole('heading', { name: '포인트' }).waitFor()
  expect(await offer.count()).toBe(0)
  visit.clean()
  await context.close()
})
