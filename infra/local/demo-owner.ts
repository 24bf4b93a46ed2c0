/** Owns the knowledge bases and forums of the demo. */
export const DEMO_OWNER = 'you@demo.example';
