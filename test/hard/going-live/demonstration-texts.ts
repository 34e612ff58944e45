import { announcements } from '#seed/help-center/announcements.ts'
import { accountFaqs } from '#seed/help-center/account.ts'
import { contentsFaqs } from '#seed/help-center/contents.ts'
import { inquiryFaqs } from '#seed/help-center/inquiry.ts'
import { etcFaqs } from '#seed/help-center/other.ts'
import { paymentFaqs } from '#seed/help-center/payment.ts'
import { serviceFaqs } from '#seed/help-center/service.ts'
import { teamFaqs } from '#seed/help-center/team.ts'
import { communityNames } from '#seed/community/people.ts'
import { people } from '#seed/people.ts'
import { demoSettings } from '#seed/service/seed-service.ts'
import { allWorks } from '#seed/works/index.ts'

const faqs = [
  ...accountFaqs,
  ...contentsFaqs,
  ...inquiryFaqs,
  ...etcFaqs,
  ...paymentFaqs,
  ...serviceFaqs,
  ...teamFaqs,
]

/** Shorter titles and lines also occur by chance, and lines of lists name parts of the product. */
const isTitle = (text: string) => text.length > 3
const isSentence = (line: string) => line.length > 20

/** Texts that only the demonstration has: its company, works, people, members, questions and news. */
export const demonstrationTexts: readonly string[] = [
  ...Object.values(demoSettings),
  ...allWorks.flatMap(({ title, synopsis }) => [title, synopsis].filter(isTitle)),
  ...Object.values(people).map(({ name }) => name),
  ...communityNames,
  ...[...faqs, ...announcements].flatMap(({ title, context }) => [
    title,
    ...context.filter(isSentence),
  ]),
  '시범 서비스',
]
