/** `npm run gateway`: the simulated payment gateway alone, for a product that runs elsewhere. */
import '../../simulators/payment-gateway/main.ts'
