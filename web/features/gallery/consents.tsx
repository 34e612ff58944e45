import { notAgreed, PurchaseConsents } from '#web/ui/purchase-consents.tsx'
import { useState } from 'react'
import { Section } from './section.tsx'

const nothing = () => {}

/** What is agreed to before anything is paid for. */
export function Consents() {
  const [agreed, setAgreed] = useState(notAgreed)
  return (
    <Section name="consents">
      <div className="grid max-w-4xl gap-8 md:grid-cols-3">
        <PurchaseConsents agreed={agreed} wanted={false} onChange={setAgreed} />
        <PurchaseConsents
          agreed={{ precautions_agreed: true, privacy_agreed: false }}
          wanted
          onChange={nothing}
        />
        <PurchaseConsents
          agreed={{ precautions_agreed: true, privacy_agreed: true }}
          wanted
          onChange={nothing}
        />
      </div>
    </Section>
  )
}
