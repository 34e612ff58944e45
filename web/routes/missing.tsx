export default function Missing() { return <main>missing</main> }
