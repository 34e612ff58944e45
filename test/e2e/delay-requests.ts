import type { Page } from 'playwright-core'

/** Holds requests whose URL matches. @returns a function that releases them. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.continue()
  })
  return () => gate.resolve()
}
