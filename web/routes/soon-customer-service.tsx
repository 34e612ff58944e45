export default function SoonCustomerService() { return <main>soon-customer-service</main> }
