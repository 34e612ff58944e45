import { accounts } from '#contract/accounts/accounts.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSharedBrowser } from '#test/e2e/browser.ts'

// Passkey options and responses with a real browser and authenticator, without our screens.

let world: TestApp
beforeAll(async () => {
  world = await openTestApp()
})
afterAll(async () => {
  await world?.close()
})

test('an authenticator of the device adds a passkey and signs in with it', async () => {
  const member = await makeMember(world)
  // The relying party ID of a passkey is a host name, not an address.
  const origin = world.origin.replace('127.0.0.1', 'localhost')
  const context = await (await openSharedBrowser()).newContext({ baseURL: origin })
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/healthz')
  const {
    createPasskeyOptions: beginPasskey,
    registerPasskey: addPasskey,
    createSignInPasskeyOptions: beginPasskeyLogin,
    signInWithPasskey: logInWithPasskey,
    signOut: logOut,
  } = accounts
  const paths = Object.fromEntries(
    Object.entries({ beginPasskey, addPasskey, beginPasskeyLogin, logInWithPasskey, logOut }).map(
      ([call, { path }]) => [call, path],
    ),
  )
  const result = await page.evaluate(async (paths) => {
    const post = async (path: string | undefined, body?: unknown) => {
      const response = await fetch(path ?? '', {
        method: 'POST',
        ...(body
          ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
          : {}),
      })
      const text = await response.text()
      return text ? (JSON.parse(text) as Record<string, unknown>) : {}
    }
    const creation = (await post(paths['beginPasskey'], {})) as never
    const made = (await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(creation),
    })) as PublicKeyCredential
    const added = await post(paths['addPasskey'], { name: '내 열쇠', response: made.toJSON() })
    await post(paths['logOut'])
    const request = (await post(paths['beginPasskeyLogin'])) as never
    const answered = (await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(request),
    })) as PublicKeyCredential
    const user = await post(paths['logInWithPasskey'], { response: answered.toJSON() })
    return { added, user }
  }, paths)
  expect(result.added).toMatchObject({ name: '내 열쇠' })
  expect(result.user).toMatchObject({ id: member.id, email: member.email })
  await context.close()
})
