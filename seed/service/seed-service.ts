import type { TermsName } from '#contract/service/particulars.ts'
import { ServiceSettings } from '#contract/service/staff.ts'
import type { Transact } from '#server/db/client.ts'
import { publishTerms, saveSettings } from '#server/domains/service/index.ts'
import type { DemoTerms } from './demo-terms.ts'
import { ageNotice } from './age-notice.ts'
import { marketingConsent } from './marketing-consent.ts'
import { paidServiceTerms } from './paid-service-terms.ts'
import { privacyNotice } from './privacy-notice.ts'
import { serviceTerms } from './service-terms.ts'

/** The day of all documents of the demonstration. */
const effective_on = '2026-11-01'

const documents: Readonly<Record<TermsName, DemoTerms>> = {
  service: serviceTerms,
  privacy: privacyNotice,
  age: ageNotice,
  marketing: marketingConsent,
  'paid-service': paidServiceTerms,
}

/** The invented company of the demonstration. No tax office has the number 000. */
export const demoSettings = {
  tagline: '한 편씩, 마음에 드는 이야기를 만나는 곳',
  company_name: '주식회사 한편',
  representative: '여운서',
  business_number: '000-86-01129',
  mail_order_number: '제2026-서울마포-0112호',
  address: '서울특별시 마포구 한편길 12, 4층',
  hosting_provider: '주식회사 한편',
  privacy_officer: '여운서',
  email: 'help@hanpyeon.example',
  phone: '02-0000-0112',
  support_hours: '평일 10:00–18:00 (점심 12:30–13:30, 주말·공휴일 휴무)',
}

/**
 * Seeds the settings and the documents of the demonstration once, unless an owner has set others.
 * @returns whether they were inserted now.
 */
export async function seedService(transact: Transact, now: Date): Promise<boolean> {
  return transact(async (tx) => {
    const seedRow = await tx
      .insertInto('seed_runs')
      .values({ name: 'demo service' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!seedRow.numInsertedOrUpdatedRows) return false
    const existing = await tx.selectFrom('service_settings').select('version').executeTakeFirst()
    if (existing) return false
    const { logo_key: _, ...settings } = ServiceSettings.parse(demoSettings)
    await saveSettings(tx, { ...settings, version: 0 }, now)
    for (const [name, terms] of Object.entries(documents))
      await publishTerms(
        tx,
        {
          ...terms,
          name: name as TermsName,
          effective_on,
          is_disadvantageous: false,
          requires_consent: false,
        },
        now,
      )
    return true
  })
}
