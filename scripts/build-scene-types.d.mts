export function sceneTypes(): Promise<string>;
