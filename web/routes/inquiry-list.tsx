import { inquiryCopy } from '#web/copy/inquiries.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { InquiryList, InquiryListSkeleton } from '#web/features/inquiries/inquiry-list.tsx'
import { InquiryTabs } from '#web/features/inquiries/inquiry-tabs.tsx'
import { SupportFrame } from '#web/features/support/support-frame.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { inquiriesPath } from '#web/paths.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/inquiry-list.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { list_title: title, description } = inquiryCopy
  return pageMeta(matches, { title, description, path: inquiriesPath, hidden: true })
}

export default function InquiryListPage() {
  const [asked] = useSearchParams()
  return (
    <SupportFrame title={inquiryCopy.title}>
      <InquiryTabs selected="list" />
      <MemberOnly skeleton={<InquiryListSkeleton />}>
        {() => (
          <Queries>
            <InquiryList opened={Number(asked.get('id')) || null} />
          </Queries>
        )}
      </MemberOnly>
    </SupportFrame>
  )
}
