main.fx:2:51+20: error[hlsl/unsupported]: GetAttributeAtVertex of a value that is no unchanged input in the entry point itself cannot be compiled by the embedded chain
main.fx:7:18+20: error[hlsl/binding]: `GetAttributeAtVertex` of an input that is not `nointerpolation`
main.fx:10:12+20: error[hlsl/unsupported]: GetAttributeAtVertex of a value that is no unchanged input in the entry point itself cannot be compiled by the embedded chain
main.fx:11:12+20: error[hlsl/unsupported]: GetAttributeAtVertex of a value that is no unchanged input in the entry point itself cannot be compiled by the embedded chain
main.fx:12:12+20: error[hlsl/unsupported]: GetAttributeAtVertex of a system value cannot be compiled by the embedded chain
main.fx:13:24+20: error[hlsl/unsupported]: GetAttributeAtVertex of a value that is no unchanged input in the entry point itself cannot be compiled by the embedded chain
