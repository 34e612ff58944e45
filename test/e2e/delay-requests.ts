import type { Page } from 'playwright-core'

/** Holds back whatever has such an address. @returns how to let it go. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.continue()
  })
  return () => gate.resolve()
}
