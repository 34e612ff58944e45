export default function Test() { return <main>test</main> }
