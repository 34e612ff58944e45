import { ServiceSettings } from '#contract/service/staff.ts'
import type { EmailMessage } from '#server/messages/queue-message.ts'
import { fillMessage } from '#server/messages/service-placeholders.ts'
import { expect, test } from 'vitest'
import { codeSmsText, accountEmails } from './emails.ts'

const site = 'https://hanpyeon.example'
const at = new Date('2026-11-21T06:05:00Z')
const link = `${site}/accounts/recovery/password/change/MTAwMA/k3J9x-_token`
const hostile = `<script>alert('한편')</script>&"`

const settings = ServiceSettings.parse({})

const all: Record<string, EmailMessage> = {
  signupCode: accountEmails.signupCode('402913', 10),
  alreadyMember: accountEmails.alreadyMember(site),
  welcome: accountEmails.welcome(hostile, site),
  passwordLink: accountEmails.passwordLink(link, 30),
  passwordChanged: accountEmails.passwordChanged(at, hostile, site),
  phoneChanged: accountEmails.phoneChanged(at, site),
  marketingAgreed: accountEmails.marketingChanged(true, at, site),
  marketingEnded: accountEmails.marketingChanged(false, at, site),
  passkeyAdded: accountEmails.passkeyAdded(hostile, at, site),
  withdrawn: accountEmails.withdrawn(hostile, at),
}

test.each(Object.entries(all))(
  '%s has advice for unintended recipients and no external content',
  (_name, template) => {
    const { subject, text, html } = fillMessage(template, settings)
    expect(subject).toMatch(/한편/)
    expect(subject).not.toMatch(/\p{Cc}|</u)
    for (const form of [text, html])
      expect(form).toMatch(/본인이 아니라면|직접 가입하지 않으셨다면/)
    expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|\son\w+=|javascript:|url\(/i)
    // Every link points to the site.
    for (const [address] of html.matchAll(/https?:\/\/[^\s"<&]+/g))
      expect(address.startsWith(site)).toBe(true)
  },
)

test('escapes names in HTML and keeps them in text', () => {
  for (const name of ['welcome', 'passwordChanged', 'passkeyAdded', 'withdrawn']) {
    expect(all[name]?.text).toContain(hostile)
    expect(all[name]?.html).toContain(
      '&#60;script&#62;alert(&#39;한편&#39;)&#60;/script&#62;&#38;&#34;',
    )
  }
})

test('contains the code in text, HTML and preheader, but not in the subject', () => {
  const { subject, text, html } = accountEmails.signupCode('402913', 10)
  expect(text).toContain('인증번호: 402913\n')
  expect(text).toContain('10분 동안 쓸 수 있어요')
  expect(html.match(/402913/g)).toHaveLength(2)
  expect(subject).not.toContain('402913')
})

test('contains the link as a button and as text', () => {
  const { text, html } = accountEmails.passwordLink(link, 30)
  expect(text).toContain(`새 비밀번호 정하기:\n${link}\n`)
  expect(html.split(`href="${link}"`)).toHaveLength(3)
  expect(html).toContain(`>${link}</a>`)
  expect(text).toContain('링크는 30분 동안 한 번만 쓸 수 있어요')
})

test('shows times in Seoul and the resulting consent', () => {
  expect(all['phoneChanged']?.text).toContain('시각: 2026년 11월 21일 오후 3:05 (한국 시각)')
  expect(all['marketingAgreed']?.text).toContain('처리 결과: 수신 동의\n')
  expect(all['marketingEnded']?.text).toContain('처리 결과: 수신 동의 철회\n')
})

test('the text of a code fits one SMS of 90 bytes', () => {
  const { text } = fillMessage({ text: codeSmsText('402913') }, settings)
  const bytes = [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 127 ? 2 : 1), 0)
  expect(bytes).toBeLessThanOrEqual(90)
  expect(text).toContain('402913')
})
