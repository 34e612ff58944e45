import { endpoints } from '#contract/index.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'
import { addDays, dayMs, seoulDate } from '#contract/core/seoul-time.ts'
import { emptyService } from '#test/app/owner-statements.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { expectProblem, openTestApp, openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { accountEmails } from '#server/domains/accounts/emails.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const { studio_service: calls, service, consents, studio, transactions, subscriptions } = endpoints

let app: TestApp
let owner: TestMember
beforeAll(async () => {
  app = await openTestApp({ planted: true, gateway: true })
  owner = await makeMember(app, { is_staff: true, username: '강소유' })
})
afterAll(() => app?.close())

const readSettings = (as = owner) => as.call(calls.readSettings, {})

/** Changes some settings, with the current values of the others. */
async function save(
  changes: Partial<EndpointInput<typeof calls.saveSettings>['body']>,
  as = owner,
) {
  const { logo_key: _, changed_at: __, ...settings } = await readSettings(as)
  return as.call(calls.saveSettings, { body: { ...settings, ...changes } })
}

const fieldsOf = async (call: Promise<unknown>) =>
  (await expectProblem(call)).errors.map(({ field, code }) => `${field} ${code}`)

describe('settings', () => {
  it('are changed by owners alone, with an entry in the audit log', async () => {
    for (const staff_role of ['analyst', 'editor', 'support', 'finance'] satisfies StaffRole[]) {
      const other = await makeMember(app, { is_staff: true, staff_role })
      const { code } = await expectProblem(readSettings(other))
      expect(code).toBe('staff_role_required')
    }
    const { version } = await readSettings()
    await save({ support_hours: '평일 9:00–17:00' })
    expect(await readSettings()).toMatchObject({
      support_hours: '평일 9:00–17:00',
      version: version + 1,
      changed_at: app.clock.now().toISOString(),
    })
    const { results } = await owner.call(studio.listAuditLog, { query: { kind: 'service' } })
    expect(results[0]).toMatchObject({
      kind: 'service.settings_changed',
      staff_name: '강소유',
      before: { support_hours: '평일 10:00–18:00 (점심 12:30–13:30, 주말·공휴일 휴무)' },
      after: { support_hours: '평일 9:00–17:00' },
    })
  })

  it('let one of two owners save who have read the same version', async () => {
    const second = await makeMember(app, { is_staff: true })
    const { version } = await readSettings()
    const outcomes = await Promise.allSettled([
      save({ tagline: '먼저' }),
      save({ tagline: '나중', version }, second),
      save({ tagline: '또 나중', version }, second),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await readSettings()).version).toBe(version + 1)
    const { code } = await expectProblem(save({ tagline: '옛 버전', version }))
    expect(code).toBe('conflict')
  })

  it.each([
    [
      'a number with another check digit',
      { business_number: '000-86-01120' },
      'business_number invalid_format',
    ],
    [
      'an address without https',
      { youtube_url: 'javascript:alert(1)' },
      'youtube_url invalid_format',
    ],
    ['a mail address', { email: 'help' }, 'email invalid_format'],
    ['a dark accent colour', { accent_color: '#7a2f00' }, 'accent_color low_contrast'],
    ['a colour that is none', { accent_color: 'red;}' }, 'accent_color invalid_format'],
    ['a name of 21 characters', { name: '가'.repeat(21) }, 'name too_long'],
    [
      'a line break in the sender',
      { mail_sender_name: '한편\nBcc: x@y.z' },
      'mail_sender_name invalid_format',
    ],
  ])('refuse %s', async (_, changes, error) => {
    expect(await fieldsOf(save(changes))).toEqual([error])
  })

  it('are read by every server as soon as they change', async () => {
    const other = await app.another()
    const readElsewhere = async () =>
      ((await (await fetch(`${other}/api/service/`)).json()) as { tagline: string }).tagline
    await save({ tagline: '어제의 이야기' })
    await expect.poll(readElsewhere).toBe('어제의 이야기')
    await save({ tagline: '오늘의 이야기' })
    await expect.poll(readElsewhere, { timeout: 5_000 }).toBe('오늘의 이야기')
  })

  it('name the service and its contacts in the files of browsers and tools', async () => {
    const { name, email } = await readSettings()
    await save({ name: '새 <서비스>', tagline: '', email: 'help@example.com' })
    await app.server.flushInvalidations()
    const search = await app.fetch('/opensearch.xml')
    expect(search.headers.get('content-type')).toContain('application/opensearchdescription+xml')
    const description = await search.text()
    expect(description).toContain('<ShortName>새 &#60;서비스&#62;</ShortName>')
    expect(description).toContain(`template="${app.config.site_url}/search?q={searchTerms}"`)
    const contacts = await (await app.fetch('/.well-known/security.txt')).text()
    expect(contacts).toContain('Contact: mailto:help@example.com\n')
    const [, expires = ''] = /^Expires: (.+)$/m.exec(contacts) ?? []
    const days = (Date.parse(expires) - app.clock.now().getTime()) / dayMs
    expect(days).toBeGreaterThan(170)
    expect(days).toBeLessThan(365)
    await save({ name, email: '' })
    await app.server.flushInvalidations()
    const others = await (await app.fetch('/.well-known/security.txt')).text()
    expect(others.match(/^Contact: .+$/gm)).toEqual([
      `Contact: ${app.config.site_url}/customer-service/inquirys/new`,
    ])
    await save({ email })
  })

  it('lead password managers to the form for a new password, and no other address', async () => {
    const response = await app.fetch('/.well-known/change-password', { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/mypage/profile#password')
    const absent = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
    expect((await app.fetch(absent)).status).toBe(404)
  })

  it('name the service in the manifest and in mails', async () => {
    await save({ name: '새서비스', mail_footer: '광고가 아니에요 <b>', mail_sender_name: '' })
    await app.server.flushInvalidations()
    const manifest = await (await app.fetch('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({
      name: '새서비스',
      icons: [{ src: '/favicon.svg' }, {}, {}, {}],
    })
    await app.transact((tx) =>
      queueMessage(
        tx,
        { kind: 'mail', to: 'a@example.com', ...accountEmails.alreadyMember(app.origin) },
        { now: app.clock.now() },
      ),
    )
    const { rows } = await app.pool.query<{ subject: string; text: string; html: string }>(
      `select subject, text, html from messages where recipient = 'a@example.com'`,
    )
    expect(rows[0]?.subject).toBe('[새서비스] 이미 가입한 이메일이에요')
    expect(rows[0]?.text).toContain(
      '주식회사 한편 · 서울특별시 마포구 한편길 12, 4층\n광고가 아니에요 <b>',
    )
    expect(rows[0]?.html).toContain('<br>광고가 아니에요 &#60;b&#62;')
    expect(Object.values(rows[0] ?? {}).join()).not.toContain('{{')
    await save({ name: '한편', mail_footer: '' })
  })
})

describe('the logo', () => {
  const upload = (body: BodyInit, type = 'image/png') =>
    owner.fetch('/api/studio/service/logo/', {
      method: 'PUT',
      headers: { 'content-type': type },
      body,
    })
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 0, g: 90, b: 200, alpha: 1 } } })
      .png()
      .toBuffer()

  it('is re-encoded into every icon, of which pages and manifest name those they need', async () => {
    const response = await upload(new Uint8Array(await draw(900, 300)))
    const { logo_key } = (await response.json()) as { logo_key: string }
    const sizes = { 'logo-128': [384, 128], 'icon-32': [32, 32], 'icon-180': [180, 180] }
    for (const [name, [width, height]] of Object.entries(sizes)) {
      const icon = await app.fetch(`/images/${logo_key}/${name}.png`)
      expect(icon.headers.get('content-type')).toBe('image/png')
      expect(await sharp(await icon.arrayBuffer()).metadata()).toMatchObject({ width, height })
    }
    await app.server.flushInvalidations()
    const { icons } = (await (await app.fetch('/manifest.webmanifest')).json()) as {
      icons: { src: string; purpose: string }[]
    }
    expect(icons.at(-1)).toMatchObject({
      src: `/images/${logo_key}/maskable-512.png`,
      purpose: 'maskable',
    })
    expect((await owner.call(calls.removeLogo, {})).logo_key).toBeNull()
  })

  it.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      'image/svg+xml',
      415,
    ],
    [
      'an SVG that claims to be a PNG',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'image/png',
      415,
    ],
    ['half a PNG', '\x89PNG\r\n\x1a\n', 'image/png', 415],
  ])('is refused if it is %s', async (_, body, type, status) => {
    const response = await upload(Buffer.from(body, 'latin1'), type)
    expect(response.status).toBe(status)
    expect(((await response.json()) as { detail: string }).detail).toMatch(/[가-힣]/)
  })

  it('is refused if it has 50 MB', async () => {
    const response = await upload(Buffer.alloc(50 * 2 ** 20))
    expect(response.status).toBe(413)
    expect(((await response.json()) as { detail: string }).detail).toMatch(/[가-힣]/)
  })
})

describe('documents', () => {
  const today = () => seoulDate(app.clock.now())
  const publish = (changes: Partial<EndpointInput<typeof calls.publishTerms>['body']>) =>
    owner.call(calls.publishTerms, {
      body: {
        name: 'service',
        effective_on: addDays(today(), 7),
        lead: '서로 지키기로 한 약속이에요.',
        note: '탈퇴 절차를 고쳤어요.',
        context: '## 제1조 목적\n\n약속을 정해요.',
        ...changes,
      },
    })

  type Case = Partial<EndpointInput<typeof calls.publishTerms>['body']> & { days?: number }
  it.each<[string, Case, string]>([
    ['a day too early', { days: 6 }, 'effective_on too_early'],
    [
      '29 days for a change to the disadvantage of members',
      { days: 29, is_disadvantageous: true },
      'effective_on too_early',
    ],
    ['HTML', { context: '<p onclick="x()">안녕</p>' }, 'context contains_html'],
    [
      'a consent that nobody is asked for',
      { name: 'age' as const, requires_consent: true },
      'requires_consent invalid_choice',
    ],
    ['a text of 20,001 characters', { context: '가'.repeat(20_001) }, 'context too_long'],
  ])('are refused with %s', async (_, { days = 7, ...changes }, error) => {
    const effective_on = addDays(today(), days)
    expect(await fieldsOf(publish({ effective_on, ...changes }))).toEqual([error])
  })

  it('are refused if they have a megabyte', async () => {
    const { code, detail } = await expectProblem(publish({ context: '가'.repeat(350_000) }))
    expect(code).toBe('body_too_large')
    expect(detail).toMatch(/[가-힣]/)
  })

  it('are announced, asked for in consents, and in force from their day', async () => {
    const member = await makeMember(app)
    const effective_on = addDays(today(), 30)
    await publish({ effective_on, is_disadvantageous: true, requires_consent: true })
    const read = (version?: string) =>
      app.call(service.readTerms, { params: { name: 'service' }, query: { version } })
    expect(await read()).toMatchObject({
      current_version: '2026-11-01',
      versions: [{ version: effective_on }, { version: '2026-11-01' }],
      edition: { version: '2026-11-01' },
    })
    expect((await read(effective_on)).edition?.note).toBe('탈퇴 절차를 고쳤어요.')

    const request = { kind: 'terms_of_service', version: effective_on, terms: 'service' } as const
    expect(await member.call(consents.listConsentRequests, {})).toEqual([request])
    const given = await member.call(consents.giveConsents, { body: { consents: [request] } })
    expect(given).toEqual([])
    expect(await member.call(consents.listConsentRequests, {})).toEqual([])
    const { rows } = await app.pool.query(
      'select kind, version, is_agreed from consents where member_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ kind: 'terms_of_service', version: effective_on, is_agreed: true }])

    app.clock.set(`${effective_on}T00:00:00+09:00`)
    await app.transact((tx) => tx.insertInto('terms_versions').values(newTerms()).execute())
    await app.server.flushInvalidations()
    expect((await read()).current_version).toBe(effective_on)
  })

  /** Another document, whose insertion drops the cached responses. */
  const newTerms = () => ({
    name: 'age',
    effective_on: '2099-01-01',
    lead: '.',
    note: '.',
    context: '.',
    is_disadvantageous: false,
    requires_consent: false,
    published_at: app.clock.now().toISOString(),
  })
})

describe('a service without particulars', () => {
  it('sells nothing, says so, and lists what is missing until it is there', async () => {
    const world = await openTestAppForTest({ planted: true, gateway: true })
    await emptyService(world)
    const boss = await makeMember(world, { is_staff: true })
    const member = await makeMember(world)
    const consent = { precautions_agreed: true, privacy_agreed: true }
    const purchases = [
      () =>
        member.call(transactions.orderEpisode, {
          body: { episode_id: 2, ownership_type_id: 3, payment_method: 'card', ...consent },
        }),
      () =>
        member.call(transactions.createPointTransaction, {
          body: {
            changed_point: 1_000,
            is_event: false,
            is_topup: true,
            payment_method: 'card',
            ...consent,
          },
        }),
      () => member.call(subscriptions.subscribe, { body: { subscription_plan_id: 1, ...consent } }),
    ]
    for (const buy of purchases) expect((await expectProblem(buy())).code).toBe('not_selling')
    const { rows } = await world.pool.query('select count(*)::int as orders from orders')
    expect(rows).toEqual([{ orders: 0 }])

    const page = await world.call(service.readService, {})
    expect(page).toMatchObject({ name: '한편', company_name: '', is_selling: false })
    const launch = await boss.call(calls.readLaunchSteps, {})
    expect(launch.is_selling).toBe(false)
    expect(launch.steps[0]).toMatchObject({ step: 'particulars', is_done: false })
    expect(launch.steps[0]?.missing).toContain('business_number')
    expect(launch.steps[1]?.missing).toEqual(['service', 'privacy', 'paid-service'])

    const particulars = {
      company_name: '주식회사 새봄',
      representative: '이새봄',
      address: '서울특별시 중구 세종대로 110',
      phone: '02-1234-5678',
      email: 'help@example.com',
      business_number: '2208162517',
      mail_order_number: '제2026-서울중구-0001호',
      hosting_provider: '주식회사 새봄',
      privacy_officer: '이새봄',
    }
    await boss.call(calls.saveSettings, { body: { ...particulars, version: 0 } })
    const today = seoulDate(world.clock.now())
    for (const name of ['service', 'privacy', 'paid-service'] as const)
      await boss.call(calls.publishTerms, {
        body: { name, effective_on: today, lead: '요약', note: '처음', context: '내용' },
      })
    expect((await boss.call(calls.readLaunchSteps, {})).is_selling).toBe(true)
    expect((await purchases[1]?.())?.order).toMatchObject({ amount: 1_000 })
  })

  it.each([
    [{}, false],
    // It has not been tried.
    [{ SMS_URL: 'https://sms.example' }, false],
    [{ PHONE_VERIFICATION: 'off' }, true],
  ])('has settled its SMS with %j: %j', async (env, is_done) => {
    const world = await openTestAppForTest({ env })
    const boss = await makeMember(world, { is_staff: true })
    const { steps } = await boss.call(calls.readLaunchSteps, {})
    expect(steps.find(({ step }) => step === 'sms')).toMatchObject({ is_done })
  })
})
