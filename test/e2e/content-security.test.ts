import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => void (site = await openSite([], { search: true })))
afterAll(() => site?.close())

/** Addresses of pages that differ in their routes and in their data. */
const addresses = ['/', '/series/1', '/search?q=달', '/accounts/login', '/studio', '/없는-주소']

it('carries the same few inline scripts on every page, and data in elements that are not executed', async () => {
  const scripts = new Set<string>()
  let policy: string | null | undefined
  for (const address of addresses) {
    const page = await site.world.fetch(address)
    policy ??= page.headers.get('content-security-policy')
    // Known before anything is rendered, hence the same for all pages.
    expect(page.headers.get('content-security-policy')).toBe(policy)
    const html = await page.text()
    expect(html).not.toContain('nonce=')
    for (const [, attributes = '', text = ''] of html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g))
      if (!/type="application\/(?:ld\+)?json"/.test(attributes)) scripts.add(text)
  }
  expect(scripts.size).toBe(4)
  expect(policy?.match(/'sha256-/g)).toHaveLength(4)
})

it('runs no script, handler or address that is injected into a rendered page', async () => {
  const visit = await site.visit()
  const { page } = visit
  const injected = [
    `<script>window.ran = 'inline'</script>`,
    `<script type="module">window.ran = 'module'</script>`,
    `<img src="data:," onerror="window.ran = 'handler'">`,
    `<script src="data:text/javascript,window.ran='data'"></script>`,
    `<script type="application/json">{"entry":"data:text/javascript,window.ran='entry'"}</script>`,
    `<iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>`,
    `<a id="link" href="javascript:window.ran = 'link'">링크</a>`,
  ].join('')
  await page.addInitScript(() => {
    const blocked: string[] = []
    Object.assign(window, { blocked })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      blocked.push(`${effectiveDirective} ${blockedURI}`),
    )
  })
  await page.route('**/series/1', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<main', `${injected}<main`)
    expect(body).toContain(injected)
    await route.fulfill({ response, body })
  })
  // The browser reports what it blocks, and React what it did not render.
  visit.allow(/Content Security Policy|Minified React error|hydrat/i)
  await page.goto('/series/1')
  // The page itself runs: only a hydrated page reads the session.
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.evaluate(() => document.getElementById('link')?.click())
  const { ran, blocked } = await page.evaluate(() => {
    const { ran, blocked } = window as unknown as { ran?: string; blocked: string[] }
    return { ran, blocked }
  })
  expect(ran).toBeUndefined()
  expect(blocked).toEqual(
    expect.arrayContaining([
      'script-src-elem inline',
      'script-src-attr inline',
      'script-src-elem data',
    ]),
  )
})

it('lets the browser use the features of the player and no others', async () => {
  const visit = await site.visit()
  await visit.page.goto('/')
  const allowed = await visit.page.evaluate(() => {
    const { featurePolicy } = document as unknown as {
      featurePolicy: { allowsFeature(name: string): boolean }
    }
    const names = ['fullscreen', 'picture-in-picture', 'autoplay', 'encrypted-media', 'camera']
    return names.filter((name) => featurePolicy.allowsFeature(name))
  })
  expect(allowed).toEqual(['fullscreen', 'picture-in-picture', 'autoplay', 'encrypted-media'])
  // An unknown feature in the header would be reported to the console.
  visit.clean()
})
