import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { askSettings } from '../../bin/operations/setup/ask-settings.ts'
import { fillTemplate } from '../../bin/operations/setup/fill-template.ts'
import { mailDomainChecks } from '../../bin/operations/doctor/mail-domain-checks.ts'

const template = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')

/** Answers every question by its variable; a list is answered one after the other. */
async function answerWith(answers: Record<string, string | string[]>) {
  const said: string[] = []
  const left = new Map(Object.entries(answers).map(([name, value]) => [name, [value].flat()]))
  const settings = await askSettings(
    async (question) => {
      const name = /(\w+)=$/.exec(question)?.[1] ?? ''
      const answer = left.get(name)?.shift()
      if (answer === undefined) throw new Error(`no answer is left for ${name}`)
      return answer
    },
    (text) => said.push(text),
  )
  return { settings, said }
}

const answers = {
  SITE_URL: 'https://hanpyeon.example',
  DATABASE_OWNER_URL: 'postgres://hanpyeon_owner:a%24b@127.0.0.1/hanpyeon',
  DATABASE_URL: 'postgres://hanpyeon_web:b@127.0.0.1/hanpyeon',
  DATA_DIR: '',
  SMTP_URL: 'smtps://user:p%23w@mail.hanpyeon.example',
  MAIL_FROM: '한편 "영화" <no-reply@hanpyeon.example>',
  SMS_URL: '',
  IDENTITY_URL: '',
  TOSS_SECRET_KEY: '',
}

test('a file made of the answers is read as they were given', async () => {
  const { settings, said } = await answerWith(answers)
  expect(said).toEqual([])
  const read = parseEnv(fillTemplate(template, settings))
  expect(read).toEqual(settings)
  expect(read).toMatchObject({
    MAIL_FROM: answers.MAIL_FROM,
    DATA_DIR: '/var/lib/hanpyeon',
    PHONE_VERIFICATION: 'off',
    DATA_ENCRYPTION_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('asks again after an answer that the servers would refuse', async () => {
  const { settings, said } = await answerWith({
    ...answers,
    SITE_URL: ['', 'hanpyeon.example', 'https://hanpyeon.example/home', answers.SITE_URL],
    MAIL_FROM: ["O'Neil <a@hanpyeon.example>", answers.MAIL_FROM],
    TOSS_SECRET_KEY: 'test_sk_1',
    TOSS_CLIENT_KEY: ['live_ck_1', 'test_ck_1'],
    TOSS_MERCHANT_ID: 'hanpyeon1',
  })
  expect(said.map((text) => text.split(' ')[0])).toEqual([
    'SITE_URL',
    'SITE_URL',
    'SITE_URL',
    'MAIL_FROM',
    'TOSS_CLIENT_KEY',
  ])
  expect(settings).toMatchObject({ SITE_URL: answers.SITE_URL, TOSS_CLIENT_KEY: 'test_ck_1' })
})

/** Runs the checks of the sender's domain on TXT records, each a list of its strings. */
async function checkRecords(records: Record<string, string[][]>, dkim_selector = 'mail') {
  const resolver = {
    async resolveTxt(name: string) {
      const found = records[name]
      if (!found)
        throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
      return found
    },
  }
  const from = '한편 <no-reply@post.hanpyeon.example>'
  const results: Record<string, boolean> = {}
  for (const { name, run } of mailDomainChecks(from, { dkim_selector, resolver }))
    results[name] = await run().then(
      () => true,
      () => false,
    )
  return results
}

const domain = 'post.hanpyeon.example'
const goodRecords = {
  [domain]: [['unrelated'], ['v=spf1 include:_spf.mail.example ', '-all']],
  [`mail._domainkey.${domain}`]: [['v=DKIM1; k=rsa; ', 'p=MIGfMA0']],
  '_dmarc.hanpyeon.example': [['v=DMARC1; p=quarantine']],
}

test.each([
  ['complete records', goodRecords, []],
  ['no records', {}, ['SPF', 'DKIM', 'DMARC']],
  ['two SPF records', { ...goodRecords, [domain]: [['v=spf1 -all'], ['v=spf1 ~all']] }, ['SPF']],
  ['an SPF record for everybody', { ...goodRecords, [domain]: [['v=spf1 +all']] }, ['SPF']],
  ['a record of SPF 10', { ...goodRecords, [domain]: [['v=spf10 -all']] }, ['SPF']],
  [
    'a withdrawn key',
    { ...goodRecords, [`mail._domainkey.${domain}`]: [['v=DKIM1; p=']] },
    ['DKIM'],
  ],
  ['DMARC of another form', { ...goodRecords, '_dmarc.hanpyeon.example': [['p=none']] }, ['DMARC']],
])('finds what is missing: %s', async (_name, records, missing) => {
  const results = await checkRecords(records)
  expect(Object.keys(results).filter((name) => !results[name])).toEqual(missing)
})
