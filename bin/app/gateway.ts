/** `npm run gateway`: runs only the payment gateway simulator, for an app that runs elsewhere. */
import '../../simulators/payment-gateway/main.ts'
