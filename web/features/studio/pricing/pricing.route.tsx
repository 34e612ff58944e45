import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { pricingMessages as messages } from './messages.ko.ts'
import { PackagesSection } from './packages-section.tsx'
import { PriceChangesSection } from './price-changes-section.tsx'
import { RentalSection } from './rental-section.tsx'
import { PlansSection } from './plans-section.tsx'

/** Plans, top-up packages and rental terms. */
export default function PricingPage() {
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <div className="space-y-12">
        <PlansSection />
        <PriceChangesSection />
        <PackagesSection />
        <RentalSection />
      </div>
    </>
  )
}
