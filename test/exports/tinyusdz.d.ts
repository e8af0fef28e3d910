declare module 'tinyusdz';
