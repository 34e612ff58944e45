import { describeCalls } from './calls.ts'
import { domainsOf } from './domains.ts'

describeCalls(domainsOf.money)
